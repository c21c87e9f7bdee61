package dev.reeve.campaign.attack;

import dev.reeve.testkit.QlessRequests;

/** Reads a job that very many jobs depend on. */
final class DependentsAttack implements Attack {
    @Override
    public String name() {
        return "qless get";
    }

    @Override
    public void prepare(Target target, int size) {
        target.fill(1, i -> Target.put("get", "get-first"));
        target.fill(size, i -> Target.put("get", "get" + i, "depends", "[\"get-first\"]"));
    }

    @Override
    public int port(Target target) {
        return target.qless();
    }

    @Override
    public String request(int n) {
        return QlessRequests.call("get", "2", "get-first");
    }
}
