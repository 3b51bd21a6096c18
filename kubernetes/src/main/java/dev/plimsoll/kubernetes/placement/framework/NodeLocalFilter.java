package dev.plimsoll.kubernetes.placement.framework;

/**
 * A filter whose status for a node depends on that node and the pods on it alone. Equal filters
 * give equal results, so implementations compare by value; what was found out for one pod then
 * holds for all of its kind, for as long as the node stays as it was.
 */
public interface NodeLocalFilter extends NodeFilter {}
