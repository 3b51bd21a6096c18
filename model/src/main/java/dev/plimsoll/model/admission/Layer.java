package dev.plimsoll.model.admission;

import dev.plimsoll.model.cluster.Cluster;
import dev.plimsoll.model.object.AdmissionRequest;
import java.util.Optional;

/** One layer that a request passes through. */
@FunctionalInterface
interface Layer {

  /** Returns what the layer makes of the request; empty if it doesn't look at such requests. */
  Optional<AdmissionStep> admit(Cluster cluster, AdmissionRequest request);
}
