package dev.reeve.campaign.attack;

import dev.reeve.testkit.QlessRequests;

/** Compares the names of very many keys with a pattern that almost matches. */
final class KeysAttack implements Attack {
    @Override
    public String name() {
        return "KEYS";
    }

    @Override
    public void prepare(AttackedServer target, int size) {
        target.fill(size, i -> AttackedServer.put("keys", "aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa" + i));
    }

    @Override
    public int port(AttackedServer target) {
        return target.qless();
    }

    @Override
    public String request(int n) {
        return QlessRequests.command("KEYS", "*a".repeat(500) + "b");
    }
}
