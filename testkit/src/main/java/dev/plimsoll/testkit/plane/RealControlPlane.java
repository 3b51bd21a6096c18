package dev.plimsoll.testkit.plane;

import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;
import org.junit.jupiter.api.condition.EnabledIfEnvironmentVariable;

/** Marks a test that needs the programs of a control plane, and is skipped without them. */
@Target(ElementType.TYPE)
@Retention(RetentionPolicy.RUNTIME)
@EnabledIfEnvironmentVariable(
    named = "KUBEBUILDER_ASSETS",
    matches = ".+",
    disabledReason =
        "KUBEBUILDER_ASSETS names no folder with the programs of a control plane;"
            + " CONTRIBUTING.md says how to get them, under Tests on a real control plane.")
public @interface RealControlPlane {}
