package dev.reeve.door.qless;

import dev.reeve.access.Right;
import dev.reeve.door.qless.Subscriptions.Kind;
import dev.reeve.net.Login;
import dev.reeve.net.RefusalKind;
import java.util.List;

/** SUBSCRIBE, UNSUBSCRIBE, PSUBSCRIBE, PUNSUBSCRIBE and PUBLISH. */
final class PubSubCommands {
    /** The name is compared with all patterns. */
    private static final int LONGEST_CHANNEL_BYTES = 1024;

    /** The channel of a worker, which is told of the leases that it loses. */
    private static final String OF_WORKER = "ql:w:";

    private PubSubCommands() {}

    static RedisCommand.Outside subscribe(Kind kind) {
        return (client, words) -> {
            for (byte[] name : words.subList(1, words.size())) {
                if (maySubscribe(client, kind, name)) {
                    client.subscriptions().add(kind, name);
                } else {
                    client.refuse(RefusalKind.MALFORMED, RedisErrors.NOT_ALLOWED);
                }
            }
        };
    }

    /**
     * Events tell of jobs of all queues and of their failures, so a subscriber has to be allowed to see those. A worker may listen
     * for what happens to the jobs that it holds.
     */
    private static boolean maySubscribe(RedisConnection client, Kind kind, byte[] name) {
        Login login = client.session().login();
        if (login == null || login.allowsEverywhere(Right.RESULT)) {
            return true;
        }
        boolean isOfWorker = kind == Kind.CHANNEL && RequestText.exact(name).startsWith(OF_WORKER);
        if (isOfWorker && login.allowsSomewhere(Right.WORK)) {
            return true;
        }
        login.noteRefusal("subscribe", Right.RESULT);
        return false;
    }

    static RedisCommand.Outside unsubscribe(Kind kind) {
        return (client, words) -> {
            if (words.size() == 1) {
                client.subscriptions().removeAll(kind);
            } else {
                words.stream().skip(1).forEach(name -> client.subscriptions().remove(kind, name));
            }
        };
    }

    /** Publishes in order with the events of the engine: when everything before it is durable. */
    static CallPlan publish(RedisConnection client, List<byte[]> words) {
        if (words.get(1).length > LONGEST_CHANNEL_BYTES) {
            return CallPlan.refuse(RedisErrors.error("ERR the channel name is too long, the limit is 1024 bytes"));
        }
        Login login = client.session().login();
        if (login != null && !login.allowsEverywhere(Right.EDIT)) {
            login.noteRefusal("publish", Right.EDIT);
            return CallPlan.refuse(RedisErrors.NOT_ALLOWED);
        }
        PubSub broker = client.door().broker();
        return new CallPlan.LongRead<>(
                null,
                () -> new MatchingPatterns(broker, RequestText.exact(words.get(1))),
                matching -> {
                    client.door().tellOthers(words.get(1), words.get(2));
                    return new Resp.Int(broker.publish(words.get(1), () -> words.get(2), matching.reply()));
                },
                CallPlan.Encoding.IMMEDIATE);
    }
}
