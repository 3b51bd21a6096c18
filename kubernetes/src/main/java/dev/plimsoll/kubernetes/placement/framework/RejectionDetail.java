package dev.plimsoll.kubernetes.placement.framework;

/** A plug-in's details on a rejection, beyond kube-scheduler's reasons. */
public interface RejectionDetail {}
