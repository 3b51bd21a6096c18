package dev.plimsoll.model.placement.framework;

/** What a plug-in can tell of a rejection beyond kube-scheduler's reasons. */
public interface RejectionDetail {}
