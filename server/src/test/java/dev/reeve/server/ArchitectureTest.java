package dev.reeve.server;

import static com.tngtech.archunit.base.DescribedPredicate.not;
import static com.tngtech.archunit.core.domain.JavaClass.Predicates.assignableTo;
import static com.tngtech.archunit.core.domain.JavaClass.Predicates.belongToAnyOf;
import static com.tngtech.archunit.core.domain.JavaClass.Predicates.resideInAPackage;
import static com.tngtech.archunit.core.domain.JavaClass.Predicates.resideInAnyPackage;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.classes;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.methods;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;
import static com.tngtech.archunit.library.GeneralCodingRules.ACCESS_STANDARD_STREAMS;
import static com.tngtech.archunit.library.dependencies.SlicesRuleDefinition.slices;
import static org.assertj.core.api.Assertions.assertThat;

import com.tngtech.archunit.base.DescribedPredicate;
import com.tngtech.archunit.core.domain.JavaAccess;
import com.tngtech.archunit.core.domain.JavaClass;
import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.domain.JavaField;
import com.tngtech.archunit.core.importer.ImportOption;
import com.tngtech.archunit.core.importer.Location;
import com.tngtech.archunit.junit.AnalyzeClasses;
import com.tngtech.archunit.junit.ArchTest;
import com.tngtech.archunit.lang.ArchRule;
import dev.reeve.door.ocypod.OcypodTerms;
import dev.reeve.engine.job.Job;
import dev.reeve.engine.job.State;
import dev.reeve.engine.qless.CallerClock;
import dev.reeve.engine.qless.QlessAdministration;
import dev.reeve.engine.qless.QlessEvent;
import dev.reeve.engine.qless.QlessEvents;
import dev.reeve.engine.qless.QlessJobFields;
import dev.reeve.engine.qless.QlessJobView;
import dev.reeve.engine.qless.QlessLeases;
import dev.reeve.engine.qless.QlessPlacements;
import dev.reeve.engine.qless.QlessQueue;
import dev.reeve.engine.qless.QlessState;
import dev.reeve.engine.qless.TrackedEventType;
import dev.reeve.node.Node;
import dev.reeve.settings.Setting;
import java.io.IOException;
import java.lang.reflect.Field;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Hashtable;
import java.util.IdentityHashMap;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.Spliterator;
import java.util.TreeMap;
import java.util.UUID;
import java.util.WeakHashMap;
import java.util.stream.BaseStream;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** Dependency rules between the packages, and rules that keep the engine deterministic. */
@AnalyzeClasses(packages = "dev.reeve", importOptions = ArchitectureTest.NoTests.class)
class ArchitectureTest {
    /** Excludes test classes, in build folders and in jars, and the test kit. */
    static final class NoTests implements ImportOption {
        @Override
        public boolean includes(Location location) {
            return !location.contains("/test-classes/")
                    && !location.contains("-tests.jar")
                    && !location.contains("dev/reeve/testkit/");
        }
    }

    private static final String ENGINE = "dev.reeve.engine..";
    private static final String LOOKUP = "dev.reeve.engine.collection.NonIterableMap";
    private static final String QLESS = "dev.reeve.engine.qless..";
    private static final String DOORS = "dev.reeve.door..";
    private static final String SETTINGS = "dev.reeve.settings..";

    @ArchTest
    static final ArchRule the_engine_depends_on_plain_java_only = noClasses()
            .that()
            .resideInAPackage(ENGINE)
            .should()
            .dependOnClassesThat(not(resideInAnyPackage(ENGINE, "java..", "org.jspecify..")));

    @ArchTest
    static final ArchRule the_engine_does_no_io_and_has_no_threads = noClasses()
            .that()
            .resideInAPackage(ENGINE)
            .should()
            .dependOnClassesThat(resideInAnyPackage(
                            "java.io..",
                            "java.net..",
                            "java.nio.file..",
                            "java.nio.channels..",
                            "java.util.concurrent..",
                            "java.util.logging..")
                    .or(belongToAnyOf(Thread.class, ThreadLocal.class, Runtime.class, Process.class)));

    @ArchTest
    static final ArchRule the_engine_asks_for_no_time_chance_or_setting = noClasses()
            .that()
            .resideInAPackage(ENGINE)
            .should()
            .dependOnClassesThat(belongToAnyOf(
                            java.time.Clock.class,
                            java.util.Random.class,
                            java.util.Timer.class,
                            java.util.Date.class,
                            java.util.Calendar.class,
                            java.util.Properties.class)
                    .or(resideInAPackage("java.security..")))
            .orShould()
            .accessTargetWhere(asksTheMachine());

    @ArchTest
    static final ArchRule the_engine_iterates_nothing_hashed = noClasses()
            .that()
            .resideInAPackage(ENGINE)
            .and()
            .doNotHaveFullyQualifiedName(LOOKUP)
            .should()
            .accessTargetWhere(makesAHashCollection());

    @ArchTest
    static final ArchRule lookup_offers_no_iteration = methods()
            .that()
            .areDeclaredIn(LOOKUP)
            .and()
            .areNotPrivate()
            .should()
            .notHaveRawReturnType(iterable());

    @ArchTest
    static final ArchRule lookup_is_not_itself_iterable =
            classes().that().haveFullyQualifiedName(LOOKUP).should().notBeAssignableTo(iterable());

    @ArchTest
    static final ArchRule doors_do_not_see_each_other =
            slices().matching("dev.reeve.door.(*)..").should().notDependOnEachOther();

    @ArchTest
    static final ArchRule doors_see_the_node_the_net_and_the_engine = noClasses()
            .that()
            .resideInAPackage(DOORS)
            .should()
            .dependOnClassesThat(resideInAPackage("dev.reeve..")
                    .and(not(resideInAnyPackage(
                            DOORS, ENGINE, SETTINGS, "dev.reeve.node..", "dev.reeve.access..", "dev.reeve.net.."))));

    @ArchTest
    static final ArchRule doors_and_the_net_see_requests_and_not_the_node = noClasses()
            .that()
            .resideInAnyPackage(DOORS, "dev.reeve.net..")
            .should()
            .dependOnClassesThat()
            .areAssignableTo(Node.class);

    @ArchTest
    static final ArchRule access_sees_requests_the_engine_and_settings = noClasses()
            .that()
            .resideInAPackage("dev.reeve.access..")
            .should()
            .dependOnClassesThat(resideInAPackage("dev.reeve..")
                    .and(not(resideInAnyPackage("dev.reeve.access..", "dev.reeve.node..", ENGINE, SETTINGS))))
            .orShould()
            .dependOnClassesThat()
            .areAssignableTo(Node.class);

    @ArchTest
    static final ArchRule nobody_but_the_wiring_sees_a_door = noClasses()
            .that(not(resideInAnyPackage(DOORS, "dev.reeve.server", "dev.reeve.bench..")))
            .should()
            .dependOnClassesThat()
            .resideInAPackage(DOORS);

    @ArchTest
    static final ArchRule the_dashboard_sees_http_only = noClasses()
            .that()
            .resideInAPackage("dev.reeve.dashboard..")
            .should()
            .dependOnClassesThat(resideInAPackage("dev.reeve..")
                    .and(not(resideInAnyPackage("dev.reeve.dashboard..", "dev.reeve.net.http.."))));

    @ArchTest
    static final ArchRule only_net_doors_and_the_wire_of_a_cluster_see_netty = noClasses()
            .that(not(resideInAnyPackage(
                    "dev.reeve.net..",
                    DOORS,
                    "dev.reeve.bench..",
                    "dev.reeve.cluster.wire",
                    "dev.reeve.cluster.jraft")))
            .should()
            .dependOnClassesThat()
            .resideInAPackage("io.netty..");

    /** So that nothing of it is loaded without a cluster. */
    @ArchTest
    static final ArchRule only_five_classes_know_the_cluster = noClasses()
            .that(not(resideInAPackage("dev.reeve.cluster..")))
            .and()
            .haveNameNotMatching("dev\\.reeve\\.server\\.Cluster(Start|View|Init|Skip|Reset)(\\$.*)?")
            .should()
            .dependOnClassesThat()
            .resideInAPackage("dev.reeve.cluster..");

    @ArchTest
    static final ArchRule only_the_http_listener_sees_the_codec_of_http = noClasses()
            .that(not(resideInAnyPackage("dev.reeve.net.http..", "dev.reeve.bench..")))
            .should()
            .dependOnClassesThat()
            .resideInAPackage("io.netty.handler.codec.http..");

    @ArchTest
    static final ArchRule only_the_metrics_see_prometheus = noClasses()
            .that(not(resideInAPackage("dev.reeve.server.metrics..")))
            .should()
            .dependOnClassesThat()
            .resideInAPackage("io.prometheus..");

    @ArchTest
    static final ArchRule tallies_know_nobody_who_reads_them = noClasses()
            .that()
            .resideInAPackage("dev.reeve.tally..")
            .should()
            .dependOnClassesThat(
                    resideInAPackage("dev.reeve..").and(not(resideInAnyPackage("dev.reeve.tally..", ENGINE))));

    @ArchTest
    static final ArchRule the_journal_knows_bytes_only = noClasses()
            .that()
            .resideInAPackage("dev.reeve.journal..")
            .should()
            .dependOnClassesThat(
                    resideInAPackage("dev.reeve..").and(not(resideInAnyPackage("dev.reeve.journal..", SETTINGS))));

    @ArchTest
    static final ArchRule a_declaration_of_a_setting_depends_on_plain_java_only = noClasses()
            .that()
            .resideInAPackage(SETTINGS)
            .should()
            .dependOnClassesThat(not(resideInAnyPackage(SETTINGS, "java..", "org.jspecify..")));

    @ArchTest
    static void every_declared_setting_is_listed(JavaClasses classes) throws IllegalAccessException {
        List<Object> declared = new ArrayList<>();
        for (JavaClass type : classes) {
            for (JavaField field : type.getFields()) {
                if (field.getRawType().isEquivalentTo(Setting.class)) {
                    Field declaration = field.reflect();
                    declaration.setAccessible(true);
                    declared.add(declaration.get(null));
                }
            }
        }
        assertThat(declared)
                .containsExactlyInAnyOrderElementsOf(
                        Stream.concat(Settings.ALL.stream(), OcypodTerms.QUEUE_SETTINGS.stream())
                                .toList());
    }

    @ArchTest
    static final ArchRule the_node_and_the_metrics_see_any_journal = noClasses()
            .that()
            .resideInAnyPackage("dev.reeve.node..", "dev.reeve.server.metrics..")
            .should()
            .dependOnClassesThat()
            .resideInAPackage("dev.reeve.journal.local..");

    @ArchTest
    static final ArchRule only_the_log_sees_logback = noClasses()
            .that(not(resideInAPackage("dev.reeve.server.log..")))
            .should()
            .dependOnClassesThat()
            .resideInAPackage("ch.qos.logback..");

    /**
     * The log and the writers of the command line escape control characters; the raw streams do not. Only Main uses a raw
     * stream, because it has to report missing libraries.
     */
    @ArchTest
    static final ArchRule nobody_writes_to_the_bare_streams = noClasses()
            .that(not(resideInAPackage("dev.reeve.bench..")))
            .and()
            .areNotAssignableTo(Main.class)
            .should(ACCESS_STANDARD_STREAMS);

    @ArchTest
    static final ArchRule only_the_lifecycle_changes_the_state_of_a_job = noClasses()
            .that()
            .resideOutsideOfPackage("dev.reeve.engine.lifecycle")
            .should()
            .callMethod(Job.class, "transition", State.class);

    @ArchTest
    static final ArchRule collections_do_not_know_qless =
            knowsOfQlessOnly(new String[] {"dev.reeve.engine.collection"});

    /** A job and its copies carry what only qless knows of the job as one value. */
    @ArchTest
    static final ArchRule jobs_know_of_qless_its_fields_of_a_job =
            knowsOfQlessOnly(new String[] {"dev.reeve.engine.job"}, QlessJobFields.class, QlessJobView.class);

    /** A queue carries what only qless knows of the queue as one value. */
    @ArchTest
    static final ArchRule queues_know_of_qless_its_fields_of_a_queue =
            knowsOfQlessOnly(new String[] {"dev.reeve.engine.queue"}, QlessQueue.class);

    /** A command of a caller with a clock is passed on; Acquire also lists the worker. */
    @ArchTest
    static final ArchRule commands_know_of_qless_the_callers_clock_and_who_serves_it = knowsOfQlessOnly(
            new String[] {"dev.reeve.engine.command"},
            CallerClock.class,
            QlessState.class,
            QlessPlacements.class,
            QlessLeases.class,
            QlessAdministration.class);

    @ArchTest
    static final ArchRule the_lifecycle_knows_of_qless_clock_state_and_events = knowsOfQlessOnly(
            new String[] {"dev.reeve.engine.lifecycle"},
            CallerClock.class,
            QlessState.class,
            QlessEvents.class,
            TrackedEventType.class);

    /** The engine's root package holds the state of qless, and its format package writes it. */
    @ArchTest
    static final ArchRule only_the_qless_door_sees_the_qless_part_of_the_engine = noClasses()
            .that(not(resideInAnyPackage(ENGINE, "dev.reeve.door.qless..", "dev.reeve.bench..")))
            .should()
            .dependOnClassesThat(resideInAPackage(QLESS)
                    .and(not(assignableTo(QlessEvent.class)))
                    .and(not(belongToAnyOf(TrackedEventType.class))));

    /** Events pass through the node, which delivers them to the subscribers. */
    @ArchTest
    static final ArchRule only_the_node_and_the_qless_door_see_qless_events = noClasses()
            .that(not(resideInAnyPackage(ENGINE, "dev.reeve.door.qless..", "dev.reeve.node..", "dev.reeve.bench..")))
            .should()
            .dependOnClassesThat()
            .resideInAPackage(QLESS);

    /** Two classes know tracing libraries, and are loaded only where those are. */
    @ArchTest
    static final ArchRule the_client_depends_on_plain_java_and_jackson_core_only = noClasses()
            .that()
            .resideInAPackage("dev.reeve.client..")
            .and()
            .haveNameNotMatching("dev\\.reeve\\.client\\.observe\\.(Micrometer|OpenTelemetry)Observer.*")
            .should()
            .dependOnClassesThat(not(resideInAnyPackage(
                    "dev.reeve.client..",
                    "java..",
                    "javax.net.ssl..",
                    "com.fasterxml.jackson.core..",
                    "org.jspecify..")));

    @ArchTest
    static final ArchRule only_the_command_line_sees_the_client = noClasses()
            .that(not(resideInAnyPackage("dev.reeve.client..", "dev.reeve.server.cli..", "dev.reeve.test..")))
            .should()
            .dependOnClassesThat()
            .resideInAPackage("dev.reeve.client..");

    @Test
    void no_two_classes_have_the_same_simple_name() throws IOException {
        Map<String, List<Path>> byName = new TreeMap<>();
        for (Path file : sources()) {
            byName.computeIfAbsent(file.getFileName().toString(), name -> new ArrayList<>())
                    .add(file);
        }
        byName.remove("package-info.java");
        assertThat(byName).containsKeys("Job.java", "Scenario.java", "ArchitectureTest.java", "WorkqDoor.java");
        byName.values().removeIf(files -> files.size() == 1);
        assertThat(byName).isEmpty();
    }

    /** The source files of all modules, of tests too. */
    private static List<Path> sources() throws IOException {
        List<Path> found = new ArrayList<>();
        for (Path parent : List.of(Path.of(".."), Path.of("..", "doors"))) {
            try (Stream<Path> modules = Files.list(parent)) {
                for (Path sources : modules.map(module -> module.resolve("src"))
                        .filter(Files::isDirectory)
                        .toList()) {
                    try (Stream<Path> files = Files.walk(sources)) {
                        files.filter(file -> file.toString().endsWith(".java")).forEach(found::add);
                    }
                }
            }
        }
        return found;
    }

    private static ArchRule knowsOfQlessOnly(String[] packages, Class<?>... known) {
        return noClasses()
                .that()
                .resideInAnyPackage(packages)
                .should()
                .dependOnClassesThat(resideInAPackage(QLESS).and(not(belongToAnyOf(known))));
    }

    private static DescribedPredicate<JavaAccess<?>> asksTheMachine() {
        Map<String, Set<String>> forbidden = Map.of(
                System.class.getName(),
                Set.of("currentTimeMillis", "nanoTime", "getenv", "getProperty", "getProperties", "identityHashCode"),
                Math.class.getName(),
                Set.of("random"),
                StrictMath.class.getName(),
                Set.of("random"),
                UUID.class.getName(),
                Set.of("randomUUID"),
                Object.class.getName(),
                Set.of("wait", "notify", "notifyAll"),
                Integer.class.getName(),
                Set.of("getInteger"),
                Long.class.getName(),
                Set.of("getLong"),
                Boolean.class.getName(),
                Set.of("getBoolean"));
        return DescribedPredicate.describe("asks for time, chance or a setting", access -> {
            String owner = access.getTargetOwner().getName();
            return forbidden.getOrDefault(owner, Set.of()).contains(access.getName())
                    || (owner.startsWith("java.time.") && access.getName().equals("now"));
        });
    }

    /** Map.of and Set.of iterate in another order in every process, so they count as hashed. */
    private static DescribedPredicate<JavaAccess<?>> makesAHashCollection() {
        Map<String, Set<String>> makers = Map.of(
                Map.class.getName(),
                Set.of("of", "ofEntries", "copyOf"),
                Set.class.getName(),
                Set.of("of", "copyOf"),
                Collectors.class.getName(),
                Set.of("toMap", "toSet", "groupingBy", "toUnmodifiableMap", "toUnmodifiableSet"));
        return DescribedPredicate.describe("make a hash collection", access -> {
            JavaClass owner = access.getTargetOwner();
            boolean constructs = access.getName().equals("<init>") && isHashed(owner);
            return constructs || makers.getOrDefault(owner.getName(), Set.of()).contains(access.getName());
        });
    }

    private static boolean isHashed(JavaClass type) {
        return type.isAssignableTo(HashMap.class)
                || type.isAssignableTo(HashSet.class)
                || type.isAssignableTo(IdentityHashMap.class)
                || type.isAssignableTo(WeakHashMap.class)
                || type.isAssignableTo(Hashtable.class)
                || type.getName().startsWith("java.util.concurrent.ConcurrentHashMap");
    }

    private static DescribedPredicate<JavaClass> iterable() {
        return DescribedPredicate.describe(
                "something to iterate over",
                type -> type.isAssignableTo(Iterable.class)
                        || type.isAssignableTo(Iterator.class)
                        || type.isAssignableTo(Collection.class)
                        || type.isAssignableTo(Map.class)
                        || type.isAssignableTo(BaseStream.class)
                        || type.isAssignableTo(Spliterator.class));
    }
}
