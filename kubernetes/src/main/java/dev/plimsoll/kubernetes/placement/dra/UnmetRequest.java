package dev.plimsoll.kubernetes.placement.dra;

import dev.plimsoll.kubernetes.placement.dra.DeviceShortage.Cause;
import java.util.List;

/**
 * A request of devices, or one alternative of it, that can't be met on some nodes, for the same
 * kinds of causes.
 *
 * @param claim the claim's name; that of a claim which stands for extended resources is in angle
 *     brackets
 * @param request the request's name, with that of the alternative after a slash
 * @param deviceClass the class of the devices
 * @param count how many are requested; 0 for all that there are
 * @param nodes the nodes, by name
 * @param causes what keeps the devices of these nodes from it, with their number on all of them;
 *     claims of other namespaces are not named
 * @param remedies what would have it met, along with all the other requests of the pod
 */
public record UnmetRequest(
    String claim,
    String request,
    String deviceClass,
    long count,
    List<String> nodes,
    List<Cause> causes,
    List<Remedy> remedies) {

  public UnmetRequest {
    nodes = List.copyOf(nodes);
    causes = List.copyOf(causes);
    remedies = List.copyOf(remedies);
  }

  /**
   * A change of the request with which all claims of the pod get their devices.
   *
   * @param action what the request would do
   * @param nodes where that would suffice, by name
   */
  public record Remedy(String action, List<String> nodes) {

    public Remedy {
      nodes = List.copyOf(nodes);
    }
  }
}
