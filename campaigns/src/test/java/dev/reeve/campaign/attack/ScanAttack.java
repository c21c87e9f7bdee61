package dev.reeve.campaign.attack;

import dev.reeve.testkit.QlessRequests;

/** Scans as many keys at a time as possible with a pattern of many classes. */
final class ScanAttack implements Attack {
    @Override
    public String name() {
        return "SCAN MATCH";
    }

    @Override
    public void prepare(AttackedServer target, int size) {
        target.fill(size, i -> AttackedServer.put("scan", "bbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbb" + i));
    }

    @Override
    public int port(AttackedServer target) {
        return target.qless();
    }

    @Override
    public String request(int n) {
        return QlessRequests.command("SCAN", "0", "MATCH", "*[a-c]?".repeat(140) + "x", "COUNT", "10000");
    }
}
