package dev.reeve.campaign.attack;

/** Counts the jobs of very many queues. */
final class AllQueuesAttack implements Attack {
    @Override
    public String name() {
        return "ocypod info";
    }

    @Override
    public void prepare(AttackedServer target, int size) {
        target.fill(size, i -> AttackedServer.put("info" + i, "info" + i));
    }

    @Override
    public int port(AttackedServer target) {
        return target.http();
    }

    @Override
    public String request(int n) {
        return "GET /info HTTP/1.1\r\nHost: localhost\r\n\r\n";
    }
}
