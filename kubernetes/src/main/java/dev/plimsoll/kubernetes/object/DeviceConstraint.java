package dev.plimsoll.kubernetes.object;

import java.util.List;

/**
 * A constraint on an attribute that the devices of a claim must share or must not share.
 *
 * @param kind which of both
 * @param attribute the attribute's qualified name with its domain
 * @param requests the requests whose devices it is about; empty for all
 */
public record DeviceConstraint(Kind kind, String attribute, List<String> requests) {

  /** The kind of constraint on the attribute. */
  public enum Kind {
    /** Its value is the same on all devices. */
    MATCH,
    /** Its value is another one on each device. */
    DISTINCT,
    /** A kind that isn't known. */
    UNSUPPORTED
  }

  public DeviceConstraint {
    requests = List.copyOf(requests);
  }

  /** Returns whether the devices of a request, or of one of its alternatives, are meant. */
  public boolean appliesTo(String request, String alternative) {
    return requests.isEmpty()
        || requests.contains(request)
        || (!alternative.isEmpty() && requests.contains(request + "/" + alternative));
  }
}
