package dev.reeve.server;

import static org.assertj.core.api.Assertions.assertThat;

import com.tngtech.archunit.core.domain.JavaAccess;
import com.tngtech.archunit.core.domain.JavaClass;
import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.domain.JavaCodeUnit;
import com.tngtech.archunit.core.domain.JavaMember;
import com.tngtech.archunit.core.domain.JavaMethod;
import com.tngtech.archunit.core.domain.JavaModifier;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import dev.reeve.engine.Command;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/**
 * The core of the engine has nothing that only qless needs. A member of the core is needed by others if code outside the
 * engine reaches it without passing through a package called qless. A call of an overridden method reaches all overriding
 * ones. Constants are not checked, because the compiler copies their values.
 */
class QlessBoundaryTest {
    /** The members that only qless reaches, by class, and why they are in the core all the same. */
    private static final Map<String, List<String>> HOOKS = Map.of();

    private final JavaClasses classes =
            new ClassFileImporter().withImportOption(new ArchitectureTest.NoTests()).importPackages("dev.reeve");

    @Test
    void everything_in_the_core_is_needed_by_another_door_than_qless() {
        Set<JavaMember> reached = reached();
        Set<String> onlyForQless = new TreeSet<>();
        int checked = 0;
        for (JavaClass type : classes) {
            if (isCore(type)) {
                for (JavaMember member : type.getMembers()) {
                    if (isChecked(member)) {
                        checked++;
                        if (!reached.contains(member)) {
                            onlyForQless.add(type.getSimpleName() + "." + member.getName());
                        }
                    }
                }
            }
        }
        assertThat(checked).isGreaterThan(400);
        Set<String> hooks = new TreeSet<>();
        HOOKS.forEach((type, members) -> members.forEach(member -> hooks.add(type + "." + member)));
        assertThat(onlyForQless).isEqualTo(hooks);
    }

    /** All members that code outside the engine and outside qless reaches, directly or through the core. */
    private Set<JavaMember> reached() {
        Set<JavaMember> reached = new HashSet<>();
        Deque<JavaCodeUnit> next = new ArrayDeque<>();
        for (JavaClass type : classes) {
            for (JavaCodeUnit unit : type.getCodeUnits()) {
                boolean outside = !isCore(type) && !isQless(type);
                boolean byJava = isCore(type) && (unit.getName().equals("<clinit>") || overridesJava(unit));
                if (outside || byJava) {
                    reached.add(unit);
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
        return reached;
    }

    private List<JavaMember> targets(JavaCodeUnit unit) {
        List<JavaMember> targets = new ArrayList<>();
        for (JavaAccess<?> access : unit.getAccessesFromSelf()) {
            access.getTarget().resolveMember().ifPresent(member -> addWithOverriding((JavaMember) member, targets));
        }
        unit.getCodeUnitReferencesFromSelf().forEach(reference -> reference
                .getTarget()
                .resolveMember()
                .ifPresent(member -> addWithOverriding(member, targets)));
        return targets;
    }

    private static void addWithOverriding(JavaMember member, List<JavaMember> targets) {
        targets.add(member);
        if (member instanceof JavaMethod method) {
            for (JavaClass type : method.getOwner().getAllSubclasses()) {
                type.tryGetMethod(method.getName(), parameterNames(method)).ifPresent(targets::add);
            }
        }
    }

    private static String[] parameterNames(JavaMethod method) {
        return method.getRawParameterTypes().stream().map(JavaClass::getName).toArray(String[]::new);
    }

    /** Whether the method overrides one of the JDK, which may call it. */
    private static boolean overridesJava(JavaCodeUnit unit) {
        return unit instanceof JavaMethod method
                && Stream.concat(
                                method.getOwner().getAllRawSuperclasses().stream(),
                                method.getOwner().getAllRawInterfaces().stream())
                        .filter(type -> type.getName().startsWith("java."))
                        .flatMap(type -> type.getMethods().stream())
                        .anyMatch(inherited -> inherited.getName().equals(method.getName())
                                && inherited.getRawParameterTypes().size()
                                        == method.getRawParameterTypes().size());
    }

    /** Excludes what the compiler generates, constants, and the components of commands, which the journal encodes. */
    private static boolean isChecked(JavaMember member) {
        Set<JavaModifier> modifiers = member.getModifiers();
        boolean generated = modifiers.contains(JavaModifier.SYNTHETIC)
                || member.getName().startsWith("lambda$")
                || member.getName().equals("<clinit>")
                || (member.getOwner().isEnum() && List.of("values", "valueOf", "<init>").contains(member.getName()));
        boolean constant =
                modifiers.contains(JavaModifier.STATIC) && modifiers.contains(JavaModifier.FINAL) && !isCodeUnit(member);
        boolean encoded = member.getOwner().isRecord() && member.getOwner().isAssignableTo(Command.class);
        boolean unusable = member.getName().equals("<init>") && modifiers.contains(JavaModifier.PRIVATE);
        return !generated && !constant && !encoded && !unusable;
    }

    private static boolean isCodeUnit(JavaMember member) {
        return member instanceof JavaCodeUnit;
    }

    private static boolean isCore(JavaClass type) {
        return type.getPackageName().startsWith("dev.reeve.engine") && !isQless(type);
    }

    private static boolean isQless(JavaClass type) {
        return (type.getPackageName() + ".").contains(".qless.");
    }
}
