package dev.plimsoll.admission.uninstall;

/**
 * The outcome for one object that the role leaves in a cluster.
 *
 * @param object what it is, such as {@code Lease plimsoll/plimsoll-admission}
 * @param outcome such as {@code deleted}
 */
public record UninstallStep(String object, String outcome) {}
