package dev.plimsoll.extender.protocol;

import dev.plimsoll.kubernetes.quantity.QualifiedNames;
import java.io.InputStream;
import java.util.List;

/**
 * The arguments of bind.
 *
 * @param podName the pod's name
 * @param podNamespace its namespace
 * @param podUid its UID
 * @param node the node to bind it to
 */
public record ExtenderBindingArgs(String podName, String podNamespace, String podUid, String node) {

  /**
   * Reads a body.
   *
   * @throws MalformedCallException if it isn't such a call
   */
  public static ExtenderBindingArgs read(InputStream body) {
    JsonScanner json = new JsonScanner(body);
    String[] values = {"", "", "", ""};
    json.object(
        field -> {
          switch (field) {
            case "PodName" -> values[0] = json.string();
            case "PodNamespace" -> values[1] = json.string();
            case "PodUID" -> values[2] = json.string();
            case "Node" -> values[3] = json.string();
            default -> json.skip();
          }
        });
    json.end();
    ExtenderBindingArgs args = new ExtenderBindingArgs(values[0], values[1], values[2], values[3]);
    if (args.podName.isEmpty() || args.podNamespace.isEmpty() || args.node.isEmpty()) {
      throw new MalformedCallException("PodName, PodNamespace and Node are required");
    }
    require("PodNamespace", QualifiedNames.dns1123Label(args.podNamespace));
    require("PodName", QualifiedNames.dns1123Subdomain(args.podName));
    require("Node", QualifiedNames.dns1123Subdomain(args.node));
    return args;
  }

  /** The names become part of a path. */
  private static void require(String field, List<String> errors) {
    if (!errors.isEmpty()) {
      throw new MalformedCallException(field + ": " + errors.get(0));
    }
  }
}
