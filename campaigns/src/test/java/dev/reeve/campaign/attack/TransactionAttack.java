package dev.reeve.campaign.attack;

import dev.reeve.testkit.QlessRequests;

/** Sends transactions of as many long reads as they may have. */
final class TransactionAttack implements Attack {
    private final String multi = QlessRequests.command("MULTI")
            + QlessRequests.call("queues", "2").repeat(900)
            + QlessRequests.command("EXEC");

    @Override
    public String name() {
        return "MULTI";
    }

    @Override
    public void prepare(AttackedServer target, int size) {
        target.fill(size, i -> AttackedServer.put("multi" + i, "multi" + i));
    }

    @Override
    public int port(AttackedServer target) {
        return target.qless();
    }

    @Override
    public String request(int n) {
        return multi;
    }
}
