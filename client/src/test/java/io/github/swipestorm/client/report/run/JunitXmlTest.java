package io.github.swipestorm.client.report.run;

import static io.github.swipestorm.client.engine.internal.ScriptedTransport.CREATED;
import static org.assertj.core.api.Assertions.assertThat;

import io.github.swipestorm.client.engine.RunResult;
import io.github.swipestorm.client.engine.StopReason;
import io.github.swipestorm.client.engine.StopSignal;
import io.github.swipestorm.client.engine.internal.ScriptedTransport;
import io.github.swipestorm.client.objective.Objectives;
import io.github.swipestorm.client.telemetry.Metric;
import io.github.swipestorm.client.telemetry.Telemetry;
import io.github.swipestorm.client.telemetry.TelemetrySample;
import io.github.swipestorm.client.testing.Plans;
import java.io.StringReader;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import javax.xml.parsers.DocumentBuilderFactory;
import javax.xml.transform.stream.StreamSource;
import javax.xml.validation.SchemaFactory;
import org.junit.jupiter.api.Test;
import org.w3c.dom.Document;
import org.w3c.dom.Element;
import org.w3c.dom.NodeList;
import org.xml.sax.InputSource;

class JunitXmlTest {

    @Test
    void an_objective_is_a_test_case() throws Exception {
        Element suite = suite(MadeUpResult.of(1_024, Telemetry.NONE), "p99<1us,errors<100%,throughput>0.001");

        assertThat(suite.getTagName()).isEqualTo("testsuite");
        assertThat(attributes(suite, "tests", "failures", "errors", "skipped")).containsExactly("3", "1", "0", "0");
        NodeList cases = suite.getElementsByTagName("testcase");
        assertThat(cases.getLength()).isEqualTo(3);
        assertThat(attributes((Element) cases.item(0), "name", "classname"))
                .containsExactly("p99<0.001ms", "swipestorm.run");
        Element failure = (Element) suite.getElementsByTagName("failure").item(0);
        assertThat(failure.getParentNode()).isSameAs(cases.item(0));
        assertThat(failure.getAttribute("message")).matches("p99<0\\.001ms missed: measured [0-9.,]+ ms");
        assertThat(failure.getTextContent()).contains("verdict: ");
        assertThat(((Element) cases.item(1)).getElementsByTagName("failure").getLength())
                .isZero();
    }

    @Test
    void an_inconclusive_objective_is_skipped() throws Exception {
        long hour = Duration.ofHours(1).toNanos() / 1_000;
        Telemetry paused = new Telemetry(
                List.of(new TelemetrySample(hour, hour, Map.of(Metric.GC_PAUSE, 900.0), List.of())), List.of());

        Element suite = suite(MadeUpResult.of(1_024, paused), "p99<1s");

        assertThat(attributes(suite, "tests", "failures", "errors", "skipped")).containsExactly("1", "0", "0", "1");
        assertThat(((Element) suite.getElementsByTagName("skipped").item(0)).getAttribute("message"))
                .startsWith("inconclusive, measured ")
                .contains("garbage collector");
    }

    @Test
    void a_run_that_ended_early_is_an_error() throws Exception {
        StopSignal stop = new StopSignal();
        RunResult interrupted = new ScriptedTransport((request, attempt, overall) -> {
                    stop.stop(StopReason.INTERRUPTED);
                    return CREATED;
                })
                .run(Plans.plan(Plans.NOWHERE).threads(1).requests(1_000).build(), stop);

        Element suite = suite(interrupted, "errors<100%");

        assertThat(attributes(suite, "tests", "errors")).containsExactly("1", "1");
        Element error = (Element) suite.getElementsByTagName("error").item(0);
        assertThat(error.getAttribute("type")).isEqualTo("run error");
        assertThat(((Element) error.getParentNode()).getAttribute("name"))
                .isEqualTo("the run is complete and consistent");
    }

    @Test
    void hostile_names_stay_within_their_attribute() throws Exception {
        String xml = JunitXml.of(
                new RunReport(MadeUpResult.of(1_024, Telemetry.NONE), Optional.empty(), Objectives.parse("errors<1%"))
                        .document(),
                "a\"><b>&");

        assertThat(parse(xml).getDocumentElement().getAttribute("name")).isEqualTo("swipestorm.a\"><b>&");
    }

    private static Element suite(RunResult result, String objectives) throws Exception {
        return parse(new RunReport(result, Optional.empty(), Objectives.parse(objectives)).junitXml())
                .getDocumentElement();
    }

    /** The part of Surefire's schema, surefire-test-report.xsd, that is written here. */
    private static final String SCHEMA = """
            <xs:schema xmlns:xs="http://www.w3.org/2001/XMLSchema">
              <xs:simpleType name="time"><xs:restriction base="xs:string">
                <xs:pattern value="[0-9]+[.][0-9]{3}"/></xs:restriction></xs:simpleType>
              <xs:complexType name="problem"><xs:simpleContent><xs:extension base="xs:string">
                <xs:attribute name="message"/><xs:attribute name="type" use="required"/>
              </xs:extension></xs:simpleContent></xs:complexType>
              <xs:element name="testsuite"><xs:complexType>
                <xs:sequence><xs:element name="testcase" maxOccurs="unbounded"><xs:complexType>
                  <xs:sequence>
                    <xs:element name="failure" type="problem" minOccurs="0"/>
                    <xs:element name="skipped" minOccurs="0"><xs:complexType><xs:attribute name="message"/></xs:complexType></xs:element>
                    <xs:element name="error" type="problem" minOccurs="0"/>
                    <xs:element name="system-out" type="xs:string" minOccurs="0"/>
                  </xs:sequence>
                  <xs:attribute name="name" use="required"/><xs:attribute name="classname"/>
                  <xs:attribute name="time" type="time" use="required"/>
                </xs:complexType></xs:element></xs:sequence>
                <xs:attribute name="name" use="required"/><xs:attribute name="time" type="time"/>
                <xs:attribute name="tests" type="xs:int" use="required"/>
                <xs:attribute name="errors" type="xs:int" use="required"/>
                <xs:attribute name="skipped" type="xs:int" use="required"/>
                <xs:attribute name="failures" type="xs:int" use="required"/>
              </xs:complexType></xs:element>
            </xs:schema>
            """;

    private static Document parse(String xml) throws Exception {
        SchemaFactory.newDefaultInstance()
                .newSchema(new StreamSource(new StringReader(SCHEMA)))
                .newValidator()
                .validate(new StreamSource(new StringReader(xml)));
        return DocumentBuilderFactory.newDefaultInstance()
                .newDocumentBuilder()
                .parse(new InputSource(new StringReader(xml)));
    }

    private static List<String> attributes(Element element, String... names) {
        return List.of(names).stream().map(element::getAttribute).toList();
    }
}
