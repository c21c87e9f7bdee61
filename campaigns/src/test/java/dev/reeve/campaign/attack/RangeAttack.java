package dev.reeve.campaign.attack;

import dev.reeve.testkit.QlessRequests;

/** Reads as much of a sorted set at a time as possible. */
final class RangeAttack implements Attack {
    @Override
    public String name() {
        return "ZRANGE";
    }

    @Override
    public void prepare(AttackedServer target, int size) {
        target.fill(size, i -> AttackedServer.put("zrange", "zrange" + i));
    }

    @Override
    public int port(AttackedServer target) {
        return target.qless();
    }

    @Override
    public String request(int n) {
        return QlessRequests.command("ZRANGE", "ql:q:zrange-work", "0", "90000", "WITHSCORES");
    }
}
