package dev.reeve.cluster;

import static com.tngtech.archunit.base.DescribedPredicate.not;
import static com.tngtech.archunit.core.domain.JavaClass.Predicates.resideInAPackage;
import static com.tngtech.archunit.core.domain.JavaClass.Predicates.resideInAnyPackage;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;

import com.tngtech.archunit.core.importer.ImportOption;
import com.tngtech.archunit.core.importer.Location;
import com.tngtech.archunit.junit.AnalyzeClasses;
import com.tngtech.archunit.junit.ArchTest;
import com.tngtech.archunit.lang.ArchRule;

/** One package sees the library of the consensus, and the port sees nobody. */
@AnalyzeClasses(packages = "dev.reeve.cluster", importOptions = ClusterArchitectureTest.NoTests.class)
class ClusterArchitectureTest {
    /** Excludes test classes, in build folders of any name. */
    static final class NoTests implements ImportOption {
        @Override
        public boolean includes(Location location) {
            return !location.contains("/test-classes/");
        }
    }

    private static final String JRAFT = "dev.reeve.cluster.jraft";
    private static final String MEMBER = "dev.reeve.cluster.member";

    @ArchTest
    static final ArchRule only_one_package_sees_the_library = noClasses()
            .that(not(resideInAPackage(JRAFT)))
            .should()
            .dependOnClassesThat()
            .resideInAnyPackage("com.alipay..", "com.google.protobuf..", JRAFT);

    @ArchTest
    static final ArchRule only_the_wire_and_the_library_see_netty = noClasses()
            .that(not(resideInAnyPackage(JRAFT, "dev.reeve.cluster.wire")))
            .should()
            .dependOnClassesThat()
            .resideInAPackage("io.netty..");

    @ArchTest
    static final ArchRule the_port_depends_on_plain_java_only = noClasses()
            .that()
            .resideInAPackage("dev.reeve.cluster")
            .should()
            .dependOnClassesThat(not(resideInAnyPackage("dev.reeve.cluster", "java..", "org.jspecify..")));

    @ArchTest
    static final ArchRule only_the_member_knows_more_than_bytes = noClasses()
            .that(resideInAPackage("dev.reeve.cluster..").and(not(resideInAPackage(MEMBER))))
            .should()
            .dependOnClassesThat(resideInAPackage("dev.reeve..")
                    .and(not(
                            resideInAnyPackage("dev.reeve.cluster..", "dev.reeve.journal..", "dev.reeve.settings.."))));

    @ArchTest
    static final ArchRule the_rest_does_not_know_the_member = noClasses()
            .that(resideInAPackage("dev.reeve.cluster..").and(not(resideInAPackage(MEMBER))))
            .should()
            .dependOnClassesThat()
            .resideInAPackage(MEMBER);
}
