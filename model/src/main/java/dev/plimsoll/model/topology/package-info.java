/**
 * Domains: groups of nodes that share a label, such as racks, and gangs that must be within one.
 * Enter at {@link dev.plimsoll.model.topology.DomainTree} and {@link
 * dev.plimsoll.model.topology.GangDomains}.
 */
@NullMarked
package dev.plimsoll.model.topology;

import org.jspecify.annotations.NullMarked;
