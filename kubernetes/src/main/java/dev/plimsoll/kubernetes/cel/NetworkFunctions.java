package dev.plimsoll.kubernetes.cel;

import static dev.cel.common.CelOverloadDecl.newGlobalOverload;
import static dev.cel.common.CelOverloadDecl.newMemberOverload;

import dev.cel.common.types.CelType;
import dev.cel.common.types.OpaqueType;
import dev.cel.common.types.SimpleType;
import dev.cel.runtime.CelFunctionBinding;
import java.util.function.Function;
import java.util.function.Predicate;

/**
 * The functions that Kubernetes adds for addresses and networks.
 *
 * <p>Source: {@code staging/src/k8s.io/apiserver/pkg/cel/library/ip.go} and {@code
 * staging/src/k8s.io/apiserver/pkg/cel/library/cidr.go}.
 */
final class NetworkFunctions {
  private static final CelType IP = OpaqueType.create("net.IP");
  private static final CelType CIDR = OpaqueType.create("net.CIDR");

  private final FunctionSet functions;

  private NetworkFunctions(FunctionSet functions) {
    this.functions = functions;
  }

  static void addTo(FunctionSet functions) {
    NetworkFunctions network = new NetworkFunctions(functions);
    network.addAddresses();
    network.addNetworks();
    network.addContains();
  }

  private void addAddresses() {
    global("ip", "string_to_ip", IP, IpAddress::parse);
    global("isIP", "is_ip", SimpleType.BOOL, IpAddress::isAddress);
    global(
        "ip.isCanonical",
        "ip_is_canonical",
        SimpleType.BOOL,
        text -> IpAddress.parse(text).toString().equals(text));
    ofAddress("family", "ip_family", SimpleType.INT, IpAddress::family);
    test("isUnspecified", "ip_is_unspecified", IpAddress::isUnspecified);
    test("isLoopback", "ip_is_loopback", IpAddress::isLoopback);
    test("isLinkLocalMulticast", "ip_is_link_local_multicast", IpAddress::isLinkLocalMulticast);
    test("isLinkLocalUnicast", "ip_is_link_local_unicast", IpAddress::isLinkLocalUnicast);
    test("isGlobalUnicast", "ip_is_global_unicast", IpAddress::isGlobalUnicast);
    functions.add(
        "string",
        newGlobalOverload("ip_to_string", SimpleType.STRING, IP),
        CelFunctionBinding.from("ip_to_string", IpAddress.class, IpAddress::toString));
  }

  private void addNetworks() {
    global("cidr", "string_to_cidr", CIDR, IpNetwork::parse);
    global("isCIDR", "is_cidr", SimpleType.BOOL, IpNetwork::isNetwork);
    ofNetwork("ip", "cidr_ip", IP, IpNetwork::address);
    ofNetwork("prefixLength", "cidr_prefix_length", SimpleType.INT, n -> (long) n.length());
    ofNetwork("masked", "cidr_masked", CIDR, IpNetwork::masked);
    functions.add(
        "string",
        newGlobalOverload("cidr_to_string", SimpleType.STRING, CIDR),
        CelFunctionBinding.from("cidr_to_string", IpNetwork.class, IpNetwork::toString));
  }

  private void addContains() {
    functions.add(
        "containsIP",
        newMemberOverload("cidr_contains_ip_string", SimpleType.BOOL, CIDR, SimpleType.STRING),
        CelFunctionBinding.from(
            "cidr_contains_ip_string", IpNetwork.class, String.class, IpNetwork::containsAddress));
    functions.add(
        "containsIP",
        newMemberOverload("cidr_contains_ip_ip", SimpleType.BOOL, CIDR, IP),
        CelFunctionBinding.from(
            "cidr_contains_ip_ip", IpNetwork.class, IpAddress.class, IpNetwork::contains));
    functions.add(
        "containsCIDR",
        newMemberOverload("cidr_contains_cidr_string", SimpleType.BOOL, CIDR, SimpleType.STRING),
        CelFunctionBinding.from(
            "cidr_contains_cidr_string",
            IpNetwork.class,
            String.class,
            IpNetwork::containsNetwork));
    functions.add(
        "containsCIDR",
        newMemberOverload("cidr_contains_cidr", SimpleType.BOOL, CIDR, CIDR),
        CelFunctionBinding.from(
            "cidr_contains_cidr", IpNetwork.class, IpNetwork.class, IpNetwork::contains));
  }

  @SuppressWarnings("Immutable") // The functions that are given keep nothing.
  private void global(
      String function, String overload, CelType result, Function<String, Object> of) {
    functions.add(
        function,
        newGlobalOverload(overload, result, SimpleType.STRING),
        CelFunctionBinding.from(overload, String.class, of::apply));
  }

  private void test(String function, String overload, Predicate<IpAddress> of) {
    ofAddress(function, overload, SimpleType.BOOL, of::test);
  }

  @SuppressWarnings("Immutable") // The functions that are given keep nothing.
  private void ofAddress(
      String function, String overload, CelType result, Function<IpAddress, Object> of) {
    functions.add(
        function,
        newMemberOverload(overload, result, IP),
        CelFunctionBinding.from(overload, IpAddress.class, of::apply));
  }

  @SuppressWarnings("Immutable") // The functions that are given keep nothing.
  private void ofNetwork(
      String function, String overload, CelType result, Function<IpNetwork, Object> of) {
    functions.add(
        function,
        newMemberOverload(overload, result, CIDR),
        CelFunctionBinding.from(overload, IpNetwork.class, of::apply));
  }
}
