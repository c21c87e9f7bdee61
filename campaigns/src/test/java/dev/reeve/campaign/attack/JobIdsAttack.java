package dev.reeve.campaign.attack;

/** Lists the numbers of all jobs of a queue. */
final class JobIdsAttack implements Attack {
    @Override
    public String name() {
        return "ocypod job_ids";
    }

    @Override
    public void prepare(AttackedServer target, int size) {
        target.fill(size, i -> AttackedServer.put("numbers", "numbers" + i));
    }

    @Override
    public int port(AttackedServer target) {
        return target.http();
    }

    @Override
    public String request(int n) {
        return "GET /queue/numbers/job_ids HTTP/1.1\r\nHost: localhost\r\n\r\n";
    }
}
