package dev.reeve.campaign.attack;

import dev.reeve.testkit.QlessRequests;

/** Queues very many failures again, and then nothing. */
final class UnfailAttack implements Attack {
    @Override
    public String name() {
        return "qless unfail";
    }

    @Override
    public void prepare(AttackedServer target, int size) {
        target.fill(size, i -> AttackedServer.put("unfail", "unfail" + i));
        fail(target, size);
        target.fill(1, i -> request(0));
        fail(target, size);
    }

    private static void fail(AttackedServer target, int size) {
        target.fill((size + 999) / 1000, i -> QlessRequests.call("pop", "1", "unfail", "w", "1000"));
        target.fill(size, i -> QlessRequests.call("fail", "1", "unfail" + i, "w", "group", "message"));
    }

    @Override
    public boolean isOnce() {
        return true;
    }

    @Override
    public int port(AttackedServer target) {
        return target.qless();
    }

    @Override
    public String request(int n) {
        return QlessRequests.call("unfail", "2", "unfail", "group", "10000000");
    }
}
