package dev.plimsoll.model.topology;

/**
 * A level of the topology, such as racks.
 *
 * @param name the name, unique among the levels
 * @param nodeLabel the key of the node label whose values name the domains
 */
public record TopologyLevel(String name, String nodeLabel) {}
