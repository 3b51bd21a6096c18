package dev.plimsoll.kubernetes.object;

/**
 * A port of a container.
 *
 * @param containerPort the port inside
 * @param hostPort the port taken on the node, 0 for none
 * @param hostIp the address it is taken on, empty for all
 * @param protocol {@code TCP}, {@code UDP} or {@code SCTP}
 */
public record ContainerPort(int containerPort, int hostPort, String hostIp, String protocol) {}
