package dev.reeve.campaign.attack;

/** Searches all jobs for a text that none has. */
final class TextSearchAttack implements Attack {
    @Override
    public String name() {
        return "v1 text search";
    }

    @Override
    public void prepare(AttackedServer target, int size) {
        target.fill(size, i -> AttackedServer.put("searched", "searched" + i));
    }

    @Override
    public int port(AttackedServer target) {
        return target.http();
    }

    @Override
    public String request(int n) {
        return "GET /v1/jobs?text=no-such-text HTTP/1.1\r\nHost: localhost\r\n\r\n";
    }
}
