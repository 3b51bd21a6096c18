package dev.plimsoll.admission.review;

import dev.plimsoll.kubernetes.object.AdmissionRequest;
import java.util.List;
import java.util.function.Supplier;

/** The warnings for a request's user if the request is allowed. */
@FunctionalInterface
public interface RequestWarnings {

  /** Warns of nothing. */
  RequestWarnings NONE = request -> List::of;

  /**
   * Begins to look for warnings, so that a request can be decided on meanwhile.
   *
   * @return what gives them, at once or after a short time
   */
  Supplier<List<String>> begin(AdmissionRequest request);
}
