package dev.reeve.door.qless;

import static dev.reeve.door.qless.CallPlan.answer;

import dev.reeve.engine.EngineView;
import dev.reeve.engine.Outcome;
import dev.reeve.engine.Rejection;
import dev.reeve.engine.command.Clear;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/** Commands about the server: COMMAND, INFO, CONFIG, TIME, FLUSHDB and FLUSHALL. */
final class ServerCommands {
    /** The reported Redis version. qless clients refuse servers older than 2.6. */
    static final String REDIS_VERSION = "7.0.0";

    private ServerCommands() {}

    /** COMMAND without command descriptions; clients do not need them. */
    static CallPlan command(RedisConnection client, List<byte[]> words) {
        String subcommand = words.size() == 1 ? "" : RequestText.upper(words.get(1));
        return switch (subcommand) {
            case "COUNT" -> answer(new Resp.Int(RedisCommands.names().size()));
            case "DOCS" -> answer(new Resp.Aggregate(Resp.Type.MAP, List.of()));
            case "", "INFO", "LIST" -> answer(Resp.array(List.of()));
            default -> answer(RedisErrors.unknownSubcommand("command", words.get(1)));
        };
    }

    static CallPlan time(RedisConnection client, List<byte[]> words) {
        long now = client.clock().nowMicros();
        return answer(RequestText.bulks(List.of(Long.toString(now / 1_000_000), Long.toString(now % 1_000_000))));
    }

    /** All INFO fields; section arguments are ignored. */
    static CallPlan info(RedisConnection client, List<byte[]> words) {
        return new CallPlan.Read<>(Facts::of, facts -> Resp.bulk(info(client.door(), facts)));
    }

    private record Facts(long liveBytes, int jobs) {
        static Facts of(EngineView engine) {
            return new Facts(engine.heapBytes(), engine.jobCount());
        }
    }

    private static String info(QlessDoor door, Facts facts) {
        return String.join(
                "\r\n",
                "# Server",
                "redis_version:" + REDIS_VERSION,
                "redis_mode:standalone",
                "server_name:reeve",
                "arch_bits:64",
                "process_id:" + ProcessHandle.current().pid(),
                "uptime_in_seconds:" + door.uptimeSeconds(),
                "uptime_in_days:" + door.uptimeSeconds() / 86_400,
                "",
                "# Clients",
                "connected_clients:" + door.activeClients(),
                "",
                "# Memory",
                "used_memory:" + facts.liveBytes(),
                "used_memory_human:" + facts.liveBytes() + "B",
                "",
                "# Persistence",
                "loading:0",
                "aof_enabled:1",
                "",
                "# Replication",
                "role:master",
                "connected_slaves:0",
                "",
                "# Keyspace",
                "db0:keys=" + facts.jobs() + ",expires=0,avg_ttl=0",
                "");
    }

    static CallPlan config(RedisConnection client, List<byte[]> words) {
        if (!RequestText.upper(words.get(1)).equals("GET")) {
            return answer(RedisErrors.error("ERR Reeve is not configured this way; its settings are in reeve.toml"));
        }
        if (words.size() == 2) {
            return answer(RedisErrors.wrongArguments("config|get"));
        }
        if (words.stream().anyMatch(pattern -> pattern.length > Glob.LONGEST)) {
            return CallPlan.refuse(Glob.TOO_LONG);
        }
        List<Resp> items = new ArrayList<>();
        settings(client.door().settings()).forEach((name, value) -> {
            if (words.stream().skip(2).anyMatch(pattern -> Glob.matches(RequestText.exact(pattern), name))) {
                items.add(Resp.bulk(name));
                items.add(Resp.bulk(value));
            }
        });
        return answer(new Resp.Aggregate(Resp.Type.MAP, items));
    }

    /** The Redis settings that have an equivalent here, by their Redis names. */
    private static Map<String, String> settings(QlessSettings settings) {
        return new TreeMap<>(Map.of(
                "appendonly", "yes",
                "client-output-buffer-limit", "pubsub " + settings.subscriberUnsentBytes() + " 0 0",
                "databases", "1",
                "maxmemory", "0",
                "maxmemory-policy", "noeviction",
                "proto-max-bulk-len", Integer.toString(settings.longestWordBytes()),
                "save", "",
                "timeout", "0"));
    }

    static RedisCommand.Plain flush(String name) {
        return (client, words) -> {
            String how = words.size() == 1 ? "SYNC" : RequestText.upper(words.get(1));
            if (!how.equals("SYNC") && !how.equals("ASYNC")) {
                return answer(RedisErrors.SYNTAX);
            }
            return client.door().settings().allowFlush()
                    ? new CallPlan.Write<>(new Clear(), ServerCommands::flushed)
                    : answer(RedisErrors.error("ERR " + name
                            + " would empty the whole server, jobs of other protocols too;"
                            + " it is refused unless the setting qless.allow-flush is on"));
        };
    }

    private static Resp flushed(Outcome<?> outcome) {
        Rejection why = outcome.rejection();
        if (why == Rejection.JOURNAL_FAULT) {
            return RedisErrors.error("ERR the journal cannot be extended");
        }
        return why == null ? Resp.OK : RedisErrors.error("ERR out of disk space");
    }
}
