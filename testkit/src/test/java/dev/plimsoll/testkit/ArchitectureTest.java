package dev.plimsoll.testkit;

import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.classes;
import static com.tngtech.archunit.library.dependencies.SlicesRuleDefinition.slices;

import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import org.junit.jupiter.api.Test;

class ArchitectureTest {
  private final JavaClasses testkit =
      new ClassFileImporter()
          .withImportOption(location -> !location.contains("/test-classes/"))
          .importPackages("dev.plimsoll.testkit");

  @Test
  void testkit_needs_the_jdk_gson_snakeyaml_and_helm_only() {
    classes()
        .should()
        .onlyDependOnClassesThat()
        .resideInAnyPackage(
            "java..",
            "javax.net..",
            "com.sun.net.httpserver",
            "com.google.gson..",
            "org.yaml.snakeyaml..",
            "com.marcnuri.helm",
            "org.jspecify.annotations",
            "org.junit.jupiter.api.condition",
            "dev.plimsoll.testkit..")
        .check(testkit);
  }

  @Test
  void packages_do_not_depend_on_each_other_in_circles() {
    slices().matching("dev.plimsoll.testkit.(*)..").should().beFreeOfCycles().check(testkit);
  }
}
