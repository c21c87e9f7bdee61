package dev.reeve.server;

import dev.reeve.door.api.ClusterReport;
import dev.reeve.door.api.ServerReport;
import dev.reeve.journal.JournalStatus;
import dev.reeve.journal.local.JournalSettings;
import dev.reeve.net.http.HttpListener;
import dev.reeve.net.tls.Tls;
import dev.reeve.settings.Setting;
import dev.reeve.settings.SettingType;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/** What is told of a server that has started. */
record RunningServer(
        Settings values,
        NodeRuntime runtime,
        HttpListener http,
        @Nullable Tls tls,
        List<Listener> listeners,
        long startedAtNanos)
        implements ServerReport {
    /** Paths tell where secrets are. */
    private static final Set<String> PRIVATE = Settings.ALL.stream()
            .filter(setting -> setting.type().equals(SettingType.FOLDER)
                    || setting.type().equals(SettingType.FILE)
                    || setting.type().form() == SettingType.Form.SECRET)
            .map(Setting::key)
            .collect(Collectors.toUnmodifiableSet());

    @Override
    public String version() {
        return Version.number();
    }

    @Override
    public long uptimeMicros() {
        return TimeUnit.NANOSECONDS.toMicros(System.nanoTime() - startedAtNanos);
    }

    @Override
    public @Nullable String notReady() {
        return runtime.notReady();
    }

    @Override
    public @Nullable ClusterReport cluster() {
        return runtime.entries().cluster();
    }

    @Override
    public int connections() {
        return runtime.connections().count() + http.connections();
    }

    @Override
    public long memoryLimitBytes() {
        return runtime.node().memoryBytes();
    }

    @Override
    public boolean refusesGrowth(long usedBytes) {
        return runtime.node().refusesGrowth(usedBytes);
    }

    @Override
    public long certificateEndMicros() {
        return tls == null ? 0 : TimeUnit.MILLISECONDS.toMicros(tls.expiresAt().toEpochMilli());
    }

    @Override
    public Journal journal() {
        JournalStatus journal = runtime.journal();
        long free = journal.freeBytes();
        return new Journal(
                values.get(JournalSettings.DURABILITY).name().toLowerCase(Locale.ROOT),
                journal.bytesSinceSnapshot(),
                journal.unsyncedBytes(),
                runtime.entries().lastSyncNanos(),
                free == Long.MAX_VALUE ? null : (Long) free,
                journal.neededBytes());
    }

    @Override
    public List<ShownSetting> settings() {
        return values.shown().stream()
                .map(shown ->
                        new ShownSetting(shown.key(), shown.value(), shown.source(), PRIVATE.contains(shown.key())))
                .toList();
    }
}
