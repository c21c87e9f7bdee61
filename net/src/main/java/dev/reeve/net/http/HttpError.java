package dev.reeve.net.http;

/** Error response: a status code and a text for the client. */
public final class HttpError extends Exception {
    private static final long serialVersionUID = 1;

    private final int status;
    private final String text;

    public HttpError(int status, String text) {
        super(text, null, false, false);
        this.status = status;
        this.text = text;
    }

    public static HttpError badRequest(String text) {
        return new HttpError(400, text);
    }

    public int status() {
        return status;
    }

    public String text() {
        return text;
    }
}
