package dev.plimsoll.kubernetes.placement.dra;

import dev.plimsoll.kubernetes.placement.dra.DeviceShortage.Cause;
import dev.plimsoll.kubernetes.placement.dra.DeviceShortage.Kind;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.TreeSet;
import java.util.stream.Collectors;

/** Describes in a sentence why a request for devices can't be met. */
public final class UnmetRequestText {
  private static final int NAMED = 5;
  private static final String EXTENDED_RESOURCES = "<extended-resources>";

  private final UnmetRequest request;

  private UnmetRequestText(UnmetRequest request) {
    this.request = request;
  }

  /** Returns the sentence. */
  public static String of(UnmetRequest request) {
    UnmetRequestText text = new UnmetRequestText(request);
    return "request "
        + request.request()
        + " of "
        + text.claim()
        + " ("
        + (request.count() == 0 ? "all" : request.count())
        + " of class "
        + request.deviceClass()
        + ") can't be met on "
        + some(request.nodes())
        + ": "
        + text.causes()
        + text.remedies();
  }

  private String claim() {
    return request.claim().equals(EXTENDED_RESOURCES)
        ? "the claim that stands for its extended resources"
        : "claim " + request.claim();
  }

  private String causes() {
    Map<Kind, List<Cause>> byKind = new EnumMap<>(Kind.class);
    request.causes().forEach(c -> byKind.computeIfAbsent(c.kind(), k -> new ArrayList<>()).add(c));
    List<String> parts = new ArrayList<>();
    byKind.forEach((kind, causes) -> parts.add(part(kind, causes)));
    int devices =
        request.causes().stream()
            .filter(c -> c.kind() != Kind.PoolIncomplete && c.kind() != Kind.PoolInvalid)
            .mapToInt(Cause::devices)
            .sum();
    if (devices == 0 && parts.isEmpty()) {
      return "no devices are published there";
    }
    String total = devices == 0 ? "" : "of " + devices + (devices == 1 ? " device " : " devices ");
    return total + String.join(", ", parts);
  }

  private String part(Kind kind, List<Cause> causes) {
    int count = causes.stream().mapToInt(Cause::devices).sum();
    String details = some(causes.stream().map(Cause::detail).filter(d -> !d.isEmpty()).toList());
    return switch (kind) {
      case PoolIncomplete ->
          "slices are missing of the latest generation of pool "
              + details
              + ", so that nothing is taken from it";
      case PoolInvalid ->
          "slices of pool " + details + " contradict each other, so that nothing is taken from it";
      case OtherClass -> count + (count == 1 ? " isn't" : " aren't") + " of the class";
      case NotSelected -> count + (count == 1 ? " isn't" : " aren't") + " selected by the request";
      case ExpressionFails ->
          "of " + count + " it can't be told whether the request selects it (" + details + ")";
      case Allocated -> count + (count == 1 ? " is" : " are") + " allocated to " + holders(causes);
      case CapacityExhausted ->
          count + (count == 1 ? " hasn't" : " haven't") + " the requested capacity left";
      case Tainted -> count + (count == 1 ? " is" : " are") + " tainted (" + details + ")";
      case CountersExhausted ->
          count + (count == 1 ? " needs" : " need") + " more of shared counters than is left";
      case Constraint -> count + " would do without the constraint on " + details;
      case OtherRequests -> count + " would do, but earlier requests get the devices";
      case Free -> count + " would do";
    };
  }

  private static String holders(List<Cause> causes) {
    List<String> own = causes.stream().map(Cause::detail).filter(d -> !d.isEmpty()).toList();
    List<String> parts = new ArrayList<>();
    if (!own.isEmpty()) {
      parts.add((own.size() == 1 ? "claim " : "claims ") + some(own));
    }
    if (own.size() < causes.size()) {
      parts.add("claims of other namespaces");
    }
    return String.join(" and ", parts);
  }

  private String remedies() {
    return request.remedies().stream()
        .map(r -> "; " + r.action() + ", its claims would get devices on " + some(r.nodes()))
        .collect(Collectors.joining());
  }

  public static String some(List<String> names) {
    List<String> distinct = List.copyOf(new TreeSet<>(names));
    String named = distinct.stream().limit(NAMED).collect(Collectors.joining(", "));
    return distinct.size() > NAMED ? named + " and " + (distinct.size() - NAMED) + " more" : named;
  }
}
