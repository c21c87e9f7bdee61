package dev.reeve.server;

import static org.assertj.core.api.Assertions.assertThat;

import com.tngtech.archunit.core.domain.JavaAccess;
import com.tngtech.archunit.core.domain.JavaClass;
import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.domain.JavaCodeUnit;
import com.tngtech.archunit.core.domain.JavaCodeUnitReference;
import com.tngtech.archunit.core.domain.JavaField;
import com.tngtech.archunit.core.domain.JavaMember;
import com.tngtech.archunit.core.domain.JavaMethod;
import com.tngtech.archunit.core.domain.JavaModifier;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.Predicate;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/**
 * The core of the engine has nothing that only qless needs. Something is needed by others if code outside the engine
 * reaches it without passing through a package called qless, and by qless if code in these packages reaches it. A call
 * reaches the overriding and the overridden methods too, and a component of a record is one with its accessor. Constants
 * are not checked, because the compiler copies their values.
 */
class QlessBoundaryTest {
    /** What only qless reaches, by the reason why it is in the core all the same. */
    private static final Map<String, List<String>> HOOKS = Map.of(
            "A general command on what jobs of all doors have; of the clients of today only those of qless send it.",
            List.of(
                    "Cancel.remove(List, CallerClock)",
                    "Clear.<init>()",
                    "Depend.<init>(CallerClock, JobId, boolean, List)",
                    "Prioritize.<init>(JobId, long)",
                    "Tag.<init>(CallerClock, JobId, boolean, List)"),
            "An option of jobs of all doors; others set all options at once.",
            List.of("AddOptions.withKlass(String)", "AddOptions.withTags(List)"),
            "The place where the core holds a value of qless without knowing its parts.",
            List.of(
                    "Engine.qless()",
                    "EngineView.qless()",
                    "JobQueue.qless",
                    "JobQueue.qless()",
                    "JobQueue.qless(QlessQueue)"),
            "An index or a counter of the core that only the core can keep.",
            List.of(
                    "EngineState.snapshotNumber()",
                    "FailureGroups.groups(int)",
                    "TagIndex.use(String)",
                    "TagIndex.uses()"),
            "What a reader may see of the parts that only qless shows.",
            List.of(
                    "Failure.withoutMessage()",
                    "HistoryEvent.withoutContent()",
                    "OptionalJobFields.withoutContent()",
                    "RestrictedView.qless()"),
            "A collection of anything.",
            List.of("MappedList.<init>(List, Function)", "RankedView.empty()", "RankedView.map(Function)"));

    private static final Set<String> GENERATED = Set.of("equals", "hashCode", "toString", "values", "valueOf");

    private final JavaClasses classes = new ClassFileImporter()
            .withImportOption(new ArchitectureTest.NoTests())
            .importPackages("dev.reeve");

    /** Each method with those that it overrides and those that override it. */
    private final Map<JavaMethod, List<JavaMember>> families = new HashMap<>();

    @Test
    void everything_in_the_core_is_needed_by_another_door_than_qless() {
        Set<String> byOthers = reachedFrom(type -> !isCore(type) && !isQless(type));
        Set<String> onlyByQless = new TreeSet<>(reachedFrom(QlessBoundaryTest::isQless));
        assertThat(onlyByQless).hasSizeGreaterThan(300);
        onlyByQless.removeAll(byOthers);
        assertThat(onlyByQless)
                .containsExactlyInAnyOrderElementsOf(
                        HOOKS.values().stream().flatMap(List::stream).toList());
    }

    /** The members of the core that the code of these classes reaches, directly or through the core. */
    private Set<String> reachedFrom(Predicate<JavaClass> origin) {
        Set<JavaMember> reached = new HashSet<>();
        Deque<JavaCodeUnit> next = new ArrayDeque<>();
        for (JavaClass type : classes) {
            for (JavaCodeUnit unit : type.getCodeUnits()) {
                if (origin.test(type) || (isCore(type) && runsByItself(unit))) {
                    next.add(unit);
                }
            }
        }
        JavaCodeUnit unit;
        while ((unit = next.poll()) != null) {
            for (JavaMember target : targets(unit)) {
                if (isCore(target.getOwner()) && reached.add(target) && target instanceof JavaCodeUnit more) {
                    next.add(more);
                }
            }
        }
        return reached.stream()
                .filter(QlessBoundaryTest::isChecked)
                .map(QlessBoundaryTest::text)
                .collect(Collectors.toSet());
    }

    private static String text(JavaMember member) {
        String parameters = member instanceof JavaCodeUnit unit
                ? unit.getRawParameterTypes().stream()
                        .map(JavaClass::getSimpleName)
                        .collect(Collectors.joining(", ", "(", ")"))
                : "";
        return member.getOwner().getSimpleName() + "." + member.getName() + parameters;
    }

    /** Whether Java calls the code: the initialization of a class, and what overrides a method of the JDK. */
    private static boolean runsByItself(JavaCodeUnit unit) {
        return unit.getName().equals("<clinit>")
                || supertypes(unit.getOwner())
                        .filter(type -> type.getName().startsWith("java."))
                        .anyMatch(type -> declares(type, unit));
    }

    private Set<JavaMember> targets(JavaCodeUnit unit) {
        Set<JavaMember> targets = new HashSet<>();
        for (JavaAccess<?> access : unit.getAccessesFromSelf()) {
            access.getTarget().resolveMember().ifPresent(member -> addWithOverrides((JavaMember) member, targets));
        }
        for (JavaCodeUnitReference<?> reference : unit.getCodeUnitReferencesFromSelf()) {
            reference.getTarget().resolveMember().ifPresent(member -> addWithOverrides((JavaMember) member, targets));
        }
        return targets;
    }

    private void addWithOverrides(JavaMember member, Set<JavaMember> targets) {
        if (targets.add(member)
                && member instanceof JavaMethod method
                && !method.getModifiers().contains(JavaModifier.STATIC)) {
            targets.addAll(families.computeIfAbsent(method, QlessBoundaryTest::family));
        }
    }

    private static List<JavaMember> family(JavaMethod method) {
        return Stream.concat(supertypes(method.getOwner()), method.getOwner().getAllSubclasses().stream())
                .filter(type -> declares(type, method))
                .flatMap(type -> type.getMethods().stream())
                .filter(other -> other.getName().equals(method.getName()))
                .map(JavaMember.class::cast)
                .toList();
    }

    private static boolean declares(JavaClass type, JavaCodeUnit method) {
        return type.getMethods().stream()
                .anyMatch(other -> other.getName().equals(method.getName())
                        && other.getRawParameterTypes().size()
                                == method.getRawParameterTypes().size());
    }

    private static Stream<JavaClass> supertypes(JavaClass type) {
        return Stream.concat(type.getAllRawSuperclasses().stream(), type.getAllRawInterfaces().stream());
    }

    /** Excludes constants, and what the compiler generates. */
    private static boolean isChecked(JavaMember member) {
        boolean generated = member.getModifiers().contains(JavaModifier.SYNTHETIC)
                || GENERATED.contains(member.getName())
                || member.getOwner().isAnonymousClass();
        boolean constant = member instanceof JavaField
                && member.getModifiers().containsAll(Set.of(JavaModifier.STATIC, JavaModifier.FINAL));
        return !generated && !constant;
    }

    private static boolean isCore(JavaClass type) {
        return type.getPackageName().startsWith("dev.reeve.engine") && !isQless(type);
    }

    private static boolean isQless(JavaClass type) {
        return (type.getPackageName() + ".").contains(".qless.");
    }
}
