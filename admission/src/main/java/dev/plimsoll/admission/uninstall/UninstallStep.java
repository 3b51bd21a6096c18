package dev.plimsoll.admission.uninstall;

/**
 * What became of one thing that the role leaves in a cluster.
 *
 * @param object what it is, such as {@code Lease plimsoll/plimsoll-admission}
 * @param outcome such as {@code deleted}
 */
public record UninstallStep(String object, String outcome) {}
