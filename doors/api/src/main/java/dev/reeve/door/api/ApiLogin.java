package dev.reeve.door.api;

import dev.reeve.access.Secret;
import dev.reeve.net.http.Exchange;
import dev.reeve.net.http.FieldErrors;
import dev.reeve.net.http.HttpError;
import dev.reeve.net.http.ProblemType;
import dev.reeve.net.http.StrictJson;
import java.io.IOException;
import org.jspecify.annotations.Nullable;

/** Handlers for people with a browser: {@code /v1/login}, {@code /v1/logout}. */
final class ApiLogin {
    /** The fields of a login: a name and a password, or a token. */
    private static final class LoginFields {
        private @Nullable String name;
        private @Nullable String password;
        private @Nullable String token;

        boolean field(String field, StrictJson value) throws IOException {
            switch (field) {
                case "name" -> name = value.text();
                case "password" -> password = value.text();
                case "token" -> token = value.text();
                default -> {
                    return false;
                }
            }
            return true;
        }

        Secret secret(FieldErrors errors) throws HttpError {
            if (token != null && (name != null || password != null)) {
                errors.add("/token", "is given with a name or a password");
            } else if (token == null && name == null) {
                errors.missing("/name");
            } else if (token == null && password == null) {
                errors.missing("/password");
            }
            errors.throwIfAny();
            return token != null ? Secret.ofToken(token) : new Secret(name, password == null ? "" : password);
        }
    }

    /** {@code POST /v1/login}: answers who has logged in, and sets a cookie. */
    void login(Exchange exchange) throws HttpError {
        LoginFields fields = new LoginFields();
        Secret secret = fields.secret(StrictJson.read(exchange.body(), fields::field));
        if (!exchange.sender().needsLogin()) {
            exchange.ok(out -> ApiIdentity.write(null, out));
            return;
        }
        exchange.sender().login(secret, found -> {
            if (found == null) {
                exchange.refuse(ProblemType.UNAUTHENTICATED
                        .of("Wrong token or password")
                        .error());
            } else {
                exchange.ok(out -> ApiIdentity.write(found, out));
            }
        });
    }

    /** {@code POST /v1/logout}: ends the login of the cookie, if there is one. */
    void logout(Exchange exchange) throws HttpError {
        ApiDoor.read(exchange, (name, value) -> false).throwIfAny();
        exchange.sender().logout();
        exchange.noContent();
    }
}
