package dev.reeve.dashboard;

import dev.reeve.net.http.Exchange;
import dev.reeve.net.http.HttpError;
import dev.reeve.net.http.Route;
import java.util.List;

/**
 * The routes of the dashboard. Its files are public, since they tell nothing of the server: what they show comes from {@code /v1}, which asks
 * who the reader is. The browser may load and run nothing but these files.
 */
public final class Dashboard {
    private static final String HOME = "/ui/";
    private static final String POLICY =
            "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; "
                    + "connect-src 'self'; form-action 'self'; base-uri 'none'; frame-ancestors 'none'; "
                    + "require-trusted-types-for 'script'; trusted-types lit-html";

    private final WebFiles files = new WebFiles();

    public List<Route> routes() {
        return List.of(
                Route.get("/", Dashboard::root),
                Route.get("/ui", exchange -> exchange.redirect(HOME)),
                Route.get(HOME, exchange -> answer(exchange, "index.html")),
                Route.get("/ui/{file}", exchange -> answer(exchange, exchange.segment(0))),
                Route.get(
                        "/ui/{folder}/{file}",
                        exchange -> answer(exchange, exchange.segment(0) + "/" + exchange.segment(1))));
    }

    /** Leads browsers to the pages. There is nothing here for other clients. */
    private static void root(Exchange exchange) throws HttpError {
        if (!exchange.wantsPage()) {
            throw new HttpError(404, "Not found");
        }
        exchange.header("vary", "accept");
        exchange.redirect(HOME);
    }

    private void answer(Exchange exchange, String path) throws HttpError {
        WebFile file = files.find(path);
        if (file == null) {
            throw new HttpError(404, "Not found");
        }
        exchange.header("cache-control", "no-cache");
        exchange.header("content-security-policy", POLICY);
        exchange.header("referrer-policy", "no-referrer");
        exchange.header("x-content-type-options", "nosniff");
        file.answer(exchange);
    }
}
