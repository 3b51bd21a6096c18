package dev.plimsoll.kubernetes.object;

/**
 * A port of a service.
 *
 * @param port the port
 * @param nodePort the port on every node, 0 for none
 */
public record ServicePort(int port, int nodePort) {}
