package dev.reeve.campaign.fuzz;

import dev.reeve.door.HttpFuzz;
import dev.reeve.door.goqueue.GoqueueFuzz;
import dev.reeve.door.qless.GlobFuzz;
import dev.reeve.door.qless.QlessFuzz;
import dev.reeve.door.qless.RespFuzz;
import dev.reeve.door.qless.call.JsonFuzz;
import dev.reeve.door.workq.WorkqFuzz;
import dev.reeve.journal.local.ManifestFuzz;
import dev.reeve.journal.local.SegmentFuzz;
import dev.reeve.journal.local.SnapshotFileFuzz;
import dev.reeve.net.http.HttpJsonFuzz;
import dev.reeve.net.http.StrictJsonFuzz;
import dev.reeve.server.SettingsFuzz;
import dev.reeve.server.TomlFuzz;
import dev.reeve.server.cli.EntryFuzz;
import java.io.IOException;
import java.lang.reflect.InvocationTargetException;
import java.net.URISyntaxException;
import java.net.URL;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import java.util.Objects;
import java.util.stream.Stream;

/** All fuzz targets, each with the folder of its fixed inputs. */
enum Target {
    WORKQ(WorkqFuzz.class),
    GOQUEUE(GoqueueFuzz.class),
    RESP(RespFuzz.class),
    QLESS(QlessFuzz.class),
    QLESS_JSON(JsonFuzz.class),
    GLOB(GlobFuzz.class),
    HTTP(HttpFuzz.class),
    HTTP_JSON(HttpJsonFuzz.class),
    STRICT_JSON(StrictJsonFuzz.class),
    SETTINGS(SettingsFuzz.class),
    TOML(TomlFuzz.class),
    ENTRY(EntryFuzz.class),
    STATE(StateFuzz.class),
    SEGMENT(SegmentFuzz.class),
    SNAPSHOT_FILE(SnapshotFileFuzz.class),
    MANIFEST(ManifestFuzz.class);

    private final Class<?> type;

    Target(Class<?> type) {
        this.type = type;
    }

    Class<?> type() {
        return type;
    }

    /** Runs the target with these bytes, as Jazzer does. */
    void take(byte[] input) throws Throwable {
        try {
            type.getMethod("fuzzerTestOneInput", byte[].class).invoke(null, (Object) input);
        } catch (InvocationTargetException e) {
            throw e.getTargetException();
        }
    }

    String title() {
        return name().toLowerCase(Locale.ROOT).replace('_', '-');
    }

    Path corpus() {
        URL folder = Objects.requireNonNull(Target.class.getResource("/fuzz/" + title()), title());
        try {
            return Path.of(folder.toURI());
        } catch (URISyntaxException e) {
            throw new IllegalStateException(e);
        }
    }

    List<Path> inputs() throws IOException {
        try (Stream<Path> files = Files.list(corpus())) {
            return files.sorted().toList();
        }
    }
}
