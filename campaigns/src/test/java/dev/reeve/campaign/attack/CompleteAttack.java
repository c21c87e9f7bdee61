package dev.reeve.campaign.attack;

import dev.reeve.testkit.QlessRequests;

/** Completes jobs that very many jobs depend on, and then reads one of them. */
final class CompleteAttack implements Attack {
    private static final int FIRSTS = 3;

    @Override
    public String name() {
        return "qless complete";
    }

    @Override
    public void prepare(AttackedServer target, int size) {
        for (int first = 0; first < FIRSTS; first++) {
            String jid = "complete-first" + first;
            target.fill(1, i -> AttackedServer.put("complete", jid));
            target.fill(1, i -> QlessRequests.call("pop", "1", "complete", "w", "1"));
            target.fill(size, i -> AttackedServer.put("complete", jid + "-" + i, "depends", "[\"" + jid + "\"]"));
        }
    }

    @Override
    public int port(AttackedServer target) {
        return target.qless();
    }

    @Override
    public String request(int n) {
        return n < FIRSTS
                ? QlessRequests.call("complete", "2", "complete-first" + n, "w", "complete", "{}")
                : QlessRequests.call("get", "2", "complete-first0");
    }
}
