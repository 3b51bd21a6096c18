package dev.plimsoll.kubernetes.cel;

import static dev.cel.common.CelOverloadDecl.newMemberOverload;

import com.google.common.primitives.UnsignedLong;
import dev.cel.common.types.CelType;
import dev.cel.common.types.ListType;
import dev.cel.common.types.SimpleType;
import dev.cel.common.types.TypeParamType;
import dev.cel.runtime.CelFunctionBinding;
import java.time.Duration;
import java.util.Collection;
import java.util.Comparator;
import java.util.Iterator;
import java.util.List;
import java.util.function.BiFunction;
import java.util.function.Function;

/**
 * The functions that Kubernetes adds for lists. It has an overload for each type of the elements;
 * here one takes them all, so that types which Kubernetes doesn't let pass are found out later.
 *
 * <p>Source: {@code staging/src/k8s.io/apiserver/pkg/cel/library/lists.go}.
 */
final class ListFunctions {
  private static final CelType ELEMENT = TypeParamType.create("A");
  private static final CelType LIST = ListType.create(ELEMENT);

  private final FunctionSet functions;

  private ListFunctions(FunctionSet functions) {
    this.functions = functions;
  }

  static void addTo(FunctionSet functions) {
    ListFunctions lists = new ListFunctions(functions);
    lists.add("isSorted", "list_is_sorted", SimpleType.BOOL, ListFunctions::isSorted);
    lists.add("sum", "list_sum", ELEMENT, ListFunctions::sum);
    lists.add("min", "list_min", ELEMENT, l -> first(l, "min", ListFunctions::compare));
    lists.add("max", "list_max", ELEMENT, l -> first(l, "max", (a, b) -> compare(b, a)));
    lists.addIndex("indexOf", "list_a_index_of_int", List::indexOf);
    lists.addIndex("lastIndexOf", "list_a_last_index_of_int", List::lastIndexOf);
  }

  @SuppressWarnings("Immutable") // The functions that are given keep nothing.
  private void add(
      String function, String overload, CelType result, Function<Collection<?>, Object> of) {
    functions.add(
        function,
        newMemberOverload(overload, result, LIST),
        CelFunctionBinding.from(overload, Collection.class, of::apply));
  }

  @SuppressWarnings("Immutable") // The functions that are given keep nothing.
  private void addIndex(String function, String overload, BiFunction<List<?>, Object, Integer> of) {
    functions.add(
        function,
        newMemberOverload(overload, SimpleType.INT, LIST, ELEMENT),
        CelFunctionBinding.from(
            overload, List.class, Object.class, (list, element) -> index(of, list, element)));
  }

  private static long index(BiFunction<List<?>, Object, Integer> of, List<?> list, Object element) {
    if (list.stream()
        .anyMatch(e -> e instanceof Number && !e.getClass().equals(element.getClass()))) {
      throw new NotModelledException("the search for a number among numbers of other types");
    }
    return of.apply(list, element);
  }

  private static boolean isSorted(Collection<?> list) {
    Iterator<?> elements = list.iterator();
    if (!elements.hasNext()) {
      return true;
    }
    Object previous = elements.next();
    while (elements.hasNext()) {
      Object next = elements.next();
      if (compare(previous, next) > 0) {
        return false;
      }
      previous = next;
    }
    return true;
  }

  private static Object first(Collection<?> list, String name, Comparator<Object> order) {
    return list.stream()
        .map(Object.class::cast)
        .min(order)
        .orElseThrow(() -> new IllegalArgumentException(name + " called on empty list"));
  }

  private static Object sum(Collection<?> list) {
    return list.stream().map(Object.class::cast).reduce(ListFunctions::add).orElse(0L);
  }

  private static Object add(Object one, Object other) {
    if (one instanceof Long a && other instanceof Long b) {
      long sum = a + b;
      if (((a ^ sum) & (b ^ sum)) < 0) {
        throw new IllegalArgumentException("integer overflow");
      }
      return sum;
    }
    if (one instanceof Double a && other instanceof Double b) {
      return a + b;
    }
    if (one instanceof Duration a && other instanceof Duration b) {
      return a.plus(b);
    }
    if (one instanceof UnsignedLong a && other instanceof UnsignedLong b) {
      UnsignedLong sum = a.plus(b);
      if (sum.compareTo(a) < 0) {
        throw new IllegalArgumentException("unsigned integer overflow");
      }
      return sum;
    }
    throw new NotModelledException("the sum of what aren't numbers of one type");
  }

  private static int compare(Object one, Object other) {
    for (Class<? extends Comparable<?>> type : COMPARABLE) {
      if (type.isInstance(one) && type.isInstance(other)) {
        return compareAs(type, one, other);
      }
    }
    throw new NotModelledException("the order of values of different types");
  }

  private static final List<Class<? extends Comparable<?>>> COMPARABLE =
      List.of(
          Long.class,
          Double.class,
          String.class,
          Boolean.class,
          UnsignedLong.class,
          Duration.class,
          java.time.Instant.class);

  @SuppressWarnings("unchecked")
  private static <T> int compareAs(Class<?> type, Object one, Object other) {
    return ((Comparable<T>) type.cast(one)).compareTo((T) other);
  }
}
