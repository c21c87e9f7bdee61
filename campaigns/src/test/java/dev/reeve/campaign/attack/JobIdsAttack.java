package dev.reeve.campaign.attack;

/** Lists the numbers of all jobs of a queue. */
final class JobIdsAttack implements Attack {
    @Override
    public String name() {
        return "ocypod job_ids";
    }

    @Override
    public void prepare(Target target, int size) {
        target.fill(size, i -> Target.put("numbers", "numbers" + i));
    }

    @Override
    public int port(Target target) {
        return target.http();
    }

    @Override
    public String request(int n) {
        return "GET /queue/numbers/job_ids HTTP/1.1\r\nHost: x\r\n\r\n";
    }
}
