import "../../list/pager.css";
import "./inverse-lists.css";
import { Link, useLocation } from "react-router-dom";
import type { Entity } from "../../../model/entity.ts";
import type { InverseList } from "../../../model/list/inverse-list.ts";
import { splitPath } from "../../../record/path.ts";
import type { OpenEntity, RightsView } from "../../../wire/views.ts";
import { readable } from "../../list/list-address.ts";
import { ListTable } from "../../list/list-table.tsx";
import { NothingFound } from "../../list/nothing-found.tsx";
import { Pager, totalText } from "../../list/pager.tsx";
import { useMessage } from "../../messages/use-message.ts";
import { useApp } from "../../services/app-context.tsx";
import { createPath, openEntities } from "../../shell/access.ts";
import { Icon } from "../../shell/glyphs.tsx";
import { returningTo } from "../../shell/way-back.ts";
import { presetParameter } from "../state/presets.ts";
import { ROWS, useInverseList } from "./use-inverse-list.ts";

interface InverseListsProps {
  readonly entity: Entity;
  /** `_id` of the record that the others refer to. */
  readonly id: string;
}

/** Below the form of a stored record: those that refer to it, in a table for each inverse list of the config. */
export default function InverseLists({ entity, id }: InverseListsProps) {
  const { view, user } = useApp();
  const open = openEntities(view, user);
  return entity.referredBy.map((list) => {
    const other = open.find((one) => one.entity.id === list.entity);
    if (other === undefined) return null;
    return (
      <Referring
        key={`${list.entity} ${list.field}`}
        list={list}
        other={other}
        id={id}
        language={entity.language}
      />
    );
  });
}

interface ReferringProps {
  readonly list: InverseList;
  readonly other: OpenEntity;
  readonly id: string;
  readonly language: string;
}

function Referring({ list, other, id, language }: ReferringProps) {
  const { entity } = other;
  const say = useMessage(entity);
  const { locale } = useApp();
  const { pathname, search } = useLocation();
  const from = `${pathname}${search}`;
  const shown = useInverseList(list, entity, id, from, say);
  const { failure, records, isLoading, page, total } = shown;
  const count = total === undefined ? "" : new Intl.NumberFormat(locale).format(total.total);
  const isNone = !isLoading && failure === undefined && records.length === 0;
  const preset = new URLSearchParams([[presetParameter(list.field), id]]);
  return (
    <section
      className="inverse-list"
      aria-label={list.label}
      lang={entity.language}
      data-inverse={`${list.entity} ${list.field}`}
    >
      <div className="inverse-list-head">
        <h2 lang={language}>
          {list.label}
          {count !== "" && (
            <span className="inverse-list-count">
              {count}
              {total?.totalIsMore && "+"}
            </span>
          )}
        </h2>
        {list.create && isFilledIn(other.rights, list.field, id) && (
          <Link
            className="button"
            to={`${createPath(entity.id)}?${readable(preset)}`}
            state={returningTo(from)}
          >
            <Icon name="plus" />
            {say("list.create", { label: entity.label })}
          </Link>
        )}
      </div>
      {failure !== undefined ? (
        <NothingFound
          icon="exclamation-circle"
          text={say("list.unavailable")}
          actions={[{ label: say("list.retry"), run: shown.retry }]}
        />
      ) : isNone ? (
        <NothingFound icon="inbox" text={say("referrers.empty", { label: entity.label })} actions={[]} />
      ) : (
        <ListTable title={list.label} list={shown} pageSize={ROWS} say={say} preloadForm={nothing} />
      )}
      {failure === undefined && (page > 1 || records.length >= ROWS) && (
        <Pager
          page={page}
          pageSize={ROWS}
          shown={records.length}
          total={total}
          text={totalText(total, locale, say)}
          go={(next) => shown.go({ page: next, sort: shown.address.sort })}
          say={say}
        />
      )}
    </section>
  );
}

/** Whether the reference of a new record is filled in: the person may do that, or all that the person makes refer to this record. */
function isFilledIn({ readOnly, own = {} }: RightsView, path: string, id: string): boolean {
  const [top = ""] = splitPath(path);
  return !readOnly.create.includes(top) || own[path] === id;
}

/** The form's code is here already. */
const nothing = () => undefined;
