package dev.reeve.campaign.attack;

import dev.reeve.testkit.WorkqClient;

/** Reads as many large jobs at a time as possible. */
final class InspectAttack implements Attack {
    @Override
    public String name() {
        return "workq inspect";
    }

    @Override
    public void prepare(AttackedServer target, int size) {
        try (WorkqClient client = new WorkqClient(target.workq())) {
            String payload = "x".repeat(size > 10_000 ? 1_000_000 : 100_000);
            for (int i = 0; i < 100; i++) {
                client.add("inspected", payload);
            }
        }
    }

    @Override
    public int port(AttackedServer target) {
        return target.workq();
    }

    @Override
    public String request(int n) {
        return "inspect jobs inspected 0 100\r\n";
    }
}
