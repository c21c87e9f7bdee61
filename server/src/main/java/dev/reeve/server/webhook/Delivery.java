package dev.reeve.server.webhook;

import dev.reeve.engine.job.JobHeaders;
import dev.reeve.engine.webhook.EventFacts;
import dev.reeve.engine.webhook.Webhook;
import java.io.IOException;
import java.net.InetAddress;
import java.net.SocketTimeoutException;
import java.net.URI;
import java.net.UnknownHostException;
import java.security.NoSuchAlgorithmException;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Pattern;
import javax.net.ssl.SSLContext;
import javax.net.ssl.SSLException;
import org.jspecify.annotations.Nullable;

/** One attempt to make a delivery: where it may go, its signature, the request, and what the answer means. */
public final class Delivery implements AutoCloseable {
    private static final int SUCCESS = 200;
    private static final int REDIRECT = 300;
    private static final int CLIENT_ERROR = 400;
    /** What a value may be that becomes a line of the request: clients choose the headers of their jobs. */
    private static final Pattern HEADER_VALUE = Pattern.compile("[!-~]([ -~]{0,1022}[!-~])?");

    private final WebhookTargets targets;
    private final WebhookClient client;

    /**
     * Why an attempt failed.
     *
     * @param isFinal whether another attempt would make no sense
     */
    record Failure(String type, String message, boolean isFinal) {
        Failure(String type, String message) {
            this(type, message, false);
        }
    }

    Delivery(WebhookTargets targets, WebhookClient client) {
        this.targets = targets;
        this.client = client;
    }

    /** Deliveries with the certificates that this Java trusts. */
    public static Delivery to(WebhookTargets targets) {
        try {
            return new Delivery(targets, new WebhookClient(SSLContext.getDefault(), WebhookSender.TIMEOUT_MILLIS));
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException("the trust store of this Java cannot be read", e);
        }
    }

    /**
     * Posts the body. Returns why it failed; null if the receiver has it. Blocks.
     *
     * @param about the headers of the delivery, some of which the receiver gets as headers too
     */
    @Nullable
    Failure attempt(String id, Webhook to, JobHeaders about, byte[] body, long seconds) {
        try {
            URI url = URI.create(to.url());
            InetAddress address = targets.addressOf(url.getHost());
            List<String> headers = headers(id, to, body, seconds);
            addTrace(about, headers);
            return failure(client.post(url, address, headers, body));
        } catch (WebhookTargets.NotAllowedException e) {
            return new Failure("reeve:target-not-allowed", String.valueOf(e.getMessage()));
        } catch (UnknownHostException e) {
            return new Failure("reeve:unknown-host", "there is no address of " + e.getMessage());
        } catch (SocketTimeoutException e) {
            return new Failure("reeve:timeout", String.valueOf(e.getMessage()));
        } catch (SSLException e) {
            return new Failure("reeve:tls", String.valueOf(e.getMessage()));
        } catch (IOException e) {
            return new Failure("reeve:unreachable", String.valueOf(e.getMessage()));
        } catch (RuntimeException e) {
            return new Failure("reeve:invalid-target", String.valueOf(e.getMessage()));
        }
    }

    private static List<String> headers(String id, Webhook to, byte[] body, long seconds) {
        List<String> headers = new ArrayList<>(List.of(
                "Content-Type: application/cloudevents+json; charset=utf-8",
                "User-Agent: reeve",
                "webhook-id: " + id,
                "webhook-timestamp: " + seconds));
        if (!to.secret().isEmpty()) {
            headers.add("webhook-signature: " + WebhookSignature.of(to.secret(), id, seconds, body));
        }
        return headers;
    }

    private static void addTrace(JobHeaders about, List<String> headers) {
        for (String name : EventFacts.TRACE) {
            String value = about.get(name);
            if (value != null && HEADER_VALUE.matcher(value).matches()) {
                headers.add(name + ": " + value);
            }
        }
    }

    private static @Nullable Failure failure(int status) {
        if (status >= SUCCESS && status < REDIRECT) {
            return null;
        }
        boolean redirects = status >= REDIRECT && status < CLIENT_ERROR;
        return new Failure(
                "reeve:http-status",
                "the receiver answered " + status + (redirects ? ", and redirects are not followed" : ""));
    }

    @Override
    public void close() {
        client.close();
    }
}
