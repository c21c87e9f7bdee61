package dev.reeve.campaign.attack;

import dev.reeve.testkit.QlessRequests;

/** Lists very many queues. */
final class QueuesAttack implements Attack {
    @Override
    public String name() {
        return "qless queues";
    }

    @Override
    public void prepare(AttackedServer target, int size) {
        target.fill(size, i -> AttackedServer.put("queue" + i, "queues" + i));
    }

    @Override
    public int port(AttackedServer target) {
        return target.qless();
    }

    @Override
    public String request(int n) {
        return QlessRequests.call("queues", "2");
    }
}
