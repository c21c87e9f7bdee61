package dev.reeve.door.qless;

import static dev.reeve.door.qless.CallPlan.answer;

import java.util.List;

/** MULTI, EXEC, DISCARD, WATCH, UNWATCH. */
final class TransactionCommands {
    private TransactionCommands() {}

    static void multi(RedisConnection client, List<byte[]> words) {
        if (client.transaction() != null) {
            client.answer(RedisErrors.error("ERR MULTI calls can not be nested"));
            return;
        }
        client.transaction(new Transaction(client.door().settings().mostRequestBytes()));
        client.answer(Resp.OK);
    }

    static void exec(RedisConnection client, List<byte[]> words) {
        Transaction transaction = client.transaction();
        if (transaction == null) {
            client.answer(RedisErrors.error("ERR EXEC without MULTI"));
            return;
        }
        boolean watchBroken = client.isWatchBroken();
        client.transaction(null);
        client.unwatch();
        if (transaction.isAborted()) {
            client.answer(RedisErrors.error("EXECABORT Transaction discarded because of previous errors."));
        } else if (watchBroken) {
            client.answer(Resp.Nil.NIL_ARRAY);
        } else {
            CallPlan all = transaction.parse(client);
            client.countAs("exec");
            client.start(all);
        }
    }

    static void discard(RedisConnection client, List<byte[]> words) {
        if (client.transaction() == null) {
            client.answer(RedisErrors.error("ERR DISCARD without MULTI"));
            return;
        }
        client.transaction(null);
        client.unwatch();
        client.answer(Resp.OK);
    }

    /** The keys are ignored: any change by another client counts. */
    static void watch(RedisConnection client, List<byte[]> words) {
        if (client.transaction() != null) {
            client.answer(RedisErrors.error("ERR WATCH inside MULTI is not allowed"));
            return;
        }
        client.watch();
        client.answer(Resp.OK);
    }

    static CallPlan unwatch(RedisConnection client, List<byte[]> words) {
        client.unwatch();
        return answer(Resp.OK);
    }
}
