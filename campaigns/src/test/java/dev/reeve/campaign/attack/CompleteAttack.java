package dev.reeve.campaign.attack;

import dev.reeve.testkit.QlessRequests;

/** Completes jobs that very many jobs depend on, and then reads one of them. */
final class CompleteAttack implements Attack {
    private static final int FIRSTS = 3;
    private static final int MOST_TO_WARM_UP = AttackTest.AT_LENGTH ? 20_000 : 5_000;
    private static final int REPEATED = 2000;

    @Override
    public String name() {
        return "qless complete";
    }

    @Override
    public void prepare(AttackedServer target, int size) {
        fill(target, "complete-warm", Math.min(size, MOST_TO_WARM_UP));
        target.fill(REPEATED / 40, i -> get("complete-warm"));
        target.fill(1, i -> complete("complete-warm"));
        target.fill(REPEATED, i -> get("complete-warm"));
        for (int first = 0; first < FIRSTS; first++) {
            fill(target, "complete-first" + first, size);
        }
    }

    /** Each in a queue of its own, so that a pop finds the right one. */
    private static void fill(AttackedServer target, String jid, int dependents) {
        target.fill(1, i -> AttackedServer.put(jid, jid));
        target.fill(1, i -> QlessRequests.call("pop", "1", jid, "w", "1"));
        target.fill(dependents, i -> AttackedServer.put(jid, jid + "-" + i, "depends", "[\"" + jid + "\"]"));
    }

    private static String get(String jid) {
        return QlessRequests.call("get", "2", jid);
    }

    private static String complete(String jid) {
        return QlessRequests.call("complete", "2", jid, "w", jid, "{}");
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
        return n < FIRSTS ? complete("complete-first" + n) : get("complete-first0");
    }
}
