package dev.plimsoll.kubernetes.object;

/**
 * The SELinux label that processes run with.
 *
 * @param user the user, empty if it isn't set
 * @param role the role, empty if it isn't set
 * @param type the type, empty if it isn't set
 */
public record SeLinuxOptions(String user, String role, String type) {}
