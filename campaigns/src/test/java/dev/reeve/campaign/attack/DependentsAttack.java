package dev.reeve.campaign.attack;

import dev.reeve.testkit.QlessRequests;

/** Reads a job that very many jobs depend on. */
final class DependentsAttack implements Attack {
    @Override
    public String name() {
        return "qless get";
    }

    @Override
    public void prepare(AttackedServer target, int size) {
        target.fill(1, i -> AttackedServer.put("get", "get-first"));
        target.fill(size, i -> AttackedServer.put("get", "get" + i, "depends", "[\"get-first\"]"));
    }

    @Override
    public int port(AttackedServer target) {
        return target.qless();
    }

    @Override
    public String request(int n) {
        return QlessRequests.call("get", "2", "get-first");
    }
}
